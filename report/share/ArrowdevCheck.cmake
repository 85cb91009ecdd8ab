# ArrowdevCheck: arrowdev_add_check() adds tests that run under arrowdev-check; CMake 3.15 or newer.
#
#   include(ArrowdevCheck)             # with its folder in CMAKE_MODULE_PATH, or by its whole path
#   arrowdev_add_check(TARGET)         # the test arrowdev.TARGET runs the executable TARGET
#   arrowdev_add_check(TARGET
#       [NAME NAME]                    # of the test, in place of arrowdev.TARGET
#       [ARGS ARGUMENT...]             # of the executable
#       [OPTIONS NAME=VALUE...]        # of arrowdev-check run
#       [ALLOW_IDLE])                  # passes, too, when it shows no Arrow structure at all
#   arrowdev_add_check(NAME COMMAND python3 app.py [OPTIONS ..] [ALLOW_IDLE])   # any command
#
# Such a test fails as its program fails; with status 97 when there is a finding, whose report stands
# in the test's output (ctest --output-on-failure); with 98 when nothing was there to check. It has
# the label arrowdev: ctest -L arrowdev. The cache variable ARROWDEV_CHECK is the program.
#
# SPDX-License-Identifier: Apache-2.0

# Beside this file in a wheel, ../../bin from where it is installed, else along PATH.
find_program(ARROWDEV_CHECK arrowdev-check
    HINTS "${CMAKE_CURRENT_LIST_DIR}" "${CMAKE_CURRENT_LIST_DIR}/../../bin"
    DOC "the program arrowdev-check")

function(arrowdev_add_check name)
    cmake_parse_arguments(PARSE_ARGV 1 check "ALLOW_IDLE" "NAME" "ARGS;OPTIONS;COMMAND")
    if(NOT ARROWDEV_CHECK)
        message(FATAL_ERROR "arrowdev_add_check(${name}): there is no arrowdev-check: install it, "
            "or set ARROWDEV_CHECK to its path")
    endif()
    if(check_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "arrowdev_add_check(${name}): unknown: ${check_UNPARSED_ARGUMENTS}; "
            "it takes NAME, ARGS, OPTIONS, COMMAND and ALLOW_IDLE")
    endif()
    if(check_COMMAND)
        set(command ${check_COMMAND})
        set(test ${name})
    elseif(TARGET ${name})
        set(command $<TARGET_FILE:${name}>)
        set(test arrowdev.${name})
    else()
        message(FATAL_ERROR "arrowdev_add_check(${name}): there is no such target; to run a "
            "command, give it after COMMAND")
    endif()
    if(check_NAME)
        set(test ${check_NAME})
    endif()
    set(options ${check_OPTIONS})
    if(NOT check_ALLOW_IDLE)
        list(INSERT options 0 require=structs)
    endif()
    list(TRANSFORM options PREPEND --)
    add_test(NAME ${test} COMMAND ${ARROWDEV_CHECK} run ${options} -- ${command} ${check_ARGS})
    set_tests_properties(${test} PROPERTIES LABELS arrowdev)
endfunction()
