#!/bin/sh
# selftest: plants violations of each rule in a copy of the tree: the rule must find each of them.
#
# SPDX-License-Identifier: Apache-2.0
set -u

top=$PWD
build=${BUILD:-build}
copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT
passed=0 failed=0 skipped=0 planted=

# What was built comes along with its times, so that a planted line costs one object.
git ls-files -co --exclude-standard -z | xargs -0 cp -p --parents -t "$copy"
mkdir -p "$copy/build"
for built in obj lint libarrowdev_check.so arrowdev-check; do
    [ -e "$build/$built" ] && cp -a "$build/$built" "$copy/build/"
done
cd "$copy" || exit 1
export BUILD=build
git init -q . && git add -A && git -c user.name=lint -c user.email= commit -qm copy || exit 1

result() { # pass|fail|skip RULE REASON
    case $1 in
    pass) passed=$((passed + 1)) && return ;;
    skip) skipped=$((skipped + 1)) ;;
    fail) failed=$((failed + 1)) ;;
    esac
    echo "$1 lints/$2: $3"
}

# A rule that fails as it is would see whatever is planted.
is_clean() {
    tests/lint/"$1".sh >/dev/null 2>&1
    case $? in
    0 | 77) ;;
    *) result fail "$1" "fails already" && planted="$planted $1" && return 1 ;;
    esac
}

# plant RULE COMMAND [build [MAKE-VARIABLE]]
plant() {
    rule=$1 command=$2 builds=${3-} variable=${4-}
    case " $planted " in *" $rule "*) ;; *) is_clean "$rule" || return ;; esac
    planted="$planted $rule"
    sh -c "$command" || { result fail "$rule" "cannot plant: $command"; return; }
    if [ -n "$builds" ] && ! make -s all ${variable:+"$variable"} >"$copy/build/log" 2>&1; then
        result fail "$rule" "does not build any more: $(tail -n 3 "$copy/build/log")"
    else
        tests/lint/"$rule".sh >/dev/null 2>&1
        case $? in
        0) result fail "$rule" "does not see: $command" ;;
        77) result skip "$rule" "skipped here" ;;
        *) result pass "$rule" "" ;;
        esac
    fi
    git reset -q --hard && git clean -qfd
    [ -z "$builds" ] || make -s all >/dev/null 2>&1
}

text=report/base/text.c
plant include-direction 'echo "#include \"hooks/hook.h\"" >>report/base/text.h'
plant include-direction 'echo "#include \"text.h\"" >>'$text
plant include-direction 'echo "#include \"report/render/store.h\"" >>report/module.h'
plant link-direction 'echo "void hook_init(void); void *x = hook_init;" >>report/stack.c' build
plant exported-names 'echo "__attribute__((visibility(\"default\"))) int text_x;" >>'$text build
plant exported-names 'echo "not_exported  for no reason" >>tests/lint/exports.txt'
plant needed-libraries 'touch '$text build LDFLAGS='-Wl,--no-as-needed,-lm'
plant elf-shape 'echo "_Thread_local char text_x[300];" >>'$text build
plant elf-shape 'touch '$text build LDFLAGS='-Wl,-z,execstack'
plant libc-only 'echo "int puts(const char *); void *text_x = puts;" >>'$text build
plant function-names 'echo "int stray;" >>'$text build
plant file-sizes 'yes "" | head -n 600 >>'$text
plant file-sizes 'yes "" | head -n 150 >>report/base/text.h'
plant file-sizes '{ echo "int x(void) {"; yes ";" | head -n 60; echo "}"; } >>'$text
plant file-sizes 'printf "%0101d\n" 0 >>Makefile'
plant file-sizes 'printf "/* %0101d */\n" 0 >>examples/sink.c'
plant function-shape '{ echo "static int x(void) {"; yes ";" | head -n 61; echo "}"; } >>'$text
plant function-shape 'printf "%16sif (x)\n" "" >>'$text
plant file-openings 'sed -i 1d '$text
plant file-openings 'sed -i /SPDX/d report/base/text.h'
plant headers-alone 'echo "size_x text_x(void);" >>report/base/text.h'
plant checks-covered 'rm tests/cases/double-release/[a-p]*'
plant checks-covered 'rm tests/cases/double-release/silent*'
plant checks-covered 'rm report/explain/double-release.md'
plant checks-covered 'touch report/explain/no-check.md'
plant explain-pages 'sed -i /^.*Mend/d report/explain/double-release.md'
plant explain-pages 'sed -i "s/^stray-copy fun/other fun/" report/explain/stray-copy.md'
plant readme-tables 'sed -i "s/report what was never released/&, or not/" report/base/options.def'
plant readme-tables 'sed -i "/^ROW(GDALClose/d" hooks/rows/gdal.def'
plant readme-tables 'sed -i "s/double-release/triple-release/" report/checks.def'
plant readme-tables 'sed -i "s/^.B declare/.B declaim/" report/share/arrowdev-check.1'
plant rows-covered 'echo "ROW(never_called, ZERO, GIVES(ARRAY, 1))" >>hooks/rows/gdal.def'
plant replaced-covered 'rm tests/cases/silent/release-delegates.c'
plant replaced-covered 'sed -i /^..B7/d tests/replaced.md'
plant pitfalls-covered 'sed -i s/test_lazy/test_lazily/ tests/shim/ways.c'
plant pitfalls-covered 'rm tests/cases/bad-luck/small-stack.c'
plant map-complete 'cp '$text' report/base/unheard.c'
plant map-complete 'sed -i "/ place.c .*first frame/d" shim/init.c'
plant map-complete 'git mv -f '$text' report/base/renamed.c'
plant banned-words 'echo "/* see /wor""k/notes */" >>'$text
plant code-format 'echo "int  x ;" >>'$text
plant static-analysis 'echo "int text_x(void) { int a[2]; return a[2]; }" >>'$text
plant both-compilers 'echo "static int unused_x(void) { return 0; }" >>'$text
plant shell-scripts 'echo "cd \$1; rm -rf \$2/*; [ \$x = 1 ] && a=(1)" >>tests/tally.sh'

for script in "$top"/tests/lint/*-*.sh; do
    rule=$(basename "$script" .sh)
    case " $planted " in *" $rule "*) ;; *) result fail "$rule" "nothing is planted for it" ;; esac
done
echo "lints: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
