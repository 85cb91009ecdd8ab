/* opaque: an array's memory is reached through what a kernel's parameters do not show: texture
 * objects, tensor maps, parameters that were set one by one. Each is found where the wait is left
 * out, and silent where it is not. Runs with the library preloaded. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

#include "examples/column.h"
#include "tests/driver/control.h"

#include <cmocka.h>

#define SIZE     ((size_t)1 << 16)
#define OK(call) assert_int_equal(call, CUDA_SUCCESS)

struct view {
    int rows, flags;
    CUdeviceptr values, bitmap;
};

struct scene {
    CUdeviceptr values;
    CUstream writes, reads;
    CUevent event;
    CUfunction by_handle, by_map, by_words, by_view;
    struct ArrowDeviceArray array;
};

static void run_nothing(void **params, const unsigned *grid, const unsigned *block) {}

static void release_array(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

/* A column that is being written, with its event. */
static void give(struct scene *scene) {
    static const void *buffers[2];
    struct ArrowSchema schema = {.format = "C", .name = "", .release = release_schema};
    buffers[1] = (const void *)scene->values;
    OK(cuMemsetD8Async(scene->values, 7, SIZE, scene->writes));
    OK(cuEventRecord(scene->event, scene->writes));
    scene->array = (struct ArrowDeviceArray){
        .array = {.length = SIZE, .n_buffers = 2, .buffers = buffers, .release = release_array},
        .device_type = 2 /* CUDA */,
        .sync_event = &scene->event};
    arrowdev_check_gives(ARROWDEV_CHECK_SCHEMA, &schema);
    arrowdev_check_gives(ARROWDEV_CHECK_DEVICE_ARRAY, &scene->array);
    arrowdev_check_pair(ARROWDEV_CHECK_DEVICE_ARRAY, &scene->array, &schema);
    schema.release(&schema);
    arrowdev_check_checkpoint(0);
}

static void drop(struct scene *scene) {
    OK(cuCtxSynchronize());
    scene->array.array.release(&scene->array.array);
}

/* What was said since the array was given. */
static void expect(const char *slug) {
    char said[4096];
    int n = arrowdev_check_checkpoint(0);
    arrowdev_check_told(said, sizeof(said));
    if (n != (slug != NULL) || (slug && !strstr(said, slug)))
        fail_msg("%s was expected, said: %s", slug ? slug : "nothing", said);
}

static int set_up(void **state) {
    static const size_t handle[] = {8}, map[] = {sizeof(CUtensorMap)}, words[] = {8, 4},
                        view[] = {sizeof(struct view)};
    struct scene *scene = calloc(1, sizeof(*scene));
    CUcontext context;
    CUmodule module;
    driver_kernel("by_handle", run_nothing, handle, 1);
    driver_kernel("by_map", run_nothing, map, 1);
    driver_kernel("by_words", run_nothing, words, 2);
    driver_kernel("by_view", run_nothing, view, 1);
    OK(cuInit(0));
    OK(cuCtxCreate_v2(&context, 0, 0));
    OK(cuModuleLoadData(&module, ""));
    OK(cuModuleGetFunction(&scene->by_handle, module, "by_handle"));
    OK(cuModuleGetFunction(&scene->by_map, module, "by_map"));
    OK(cuModuleGetFunction(&scene->by_words, module, "by_words"));
    OK(cuModuleGetFunction(&scene->by_view, module, "by_view"));
    OK(cuMemAlloc_v2(&scene->values, SIZE));
    OK(cuStreamCreate(&scene->writes, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&scene->reads, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&scene->event, CU_EVENT_DISABLE_TIMING));
    *state = scene;
    return 0;
}

static int tear_down(void **state) {
    free(*state);
    return 0;
}

static void launch(struct scene *scene, CUfunction kernel, void *param, bool waits) {
    if (waits)
        OK(cuStreamWaitEvent(scene->reads, scene->event, 0));
    OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, scene->reads, &param, NULL));
}

static CUtexObject texture_over(CUdeviceptr at, CUresourcetype type) {
    CUDA_RESOURCE_DESC resource = {.resType = type};
    CUDA_TEXTURE_DESC desc = {0};
    CUtexObject texture;
    if (type == CU_RESOURCE_TYPE_LINEAR) {
        resource.res.linear.devPtr = at;
        resource.res.linear.sizeInBytes = SIZE;
    } else {
        resource.res.pitch2D.devPtr = at;
        resource.res.pitch2D.pitchInBytes = 256;
        resource.res.pitch2D.height = SIZE / 256;
    }
    OK(cuTexObjectCreate(&texture, &resource, &desc, NULL));
    return texture;
}

static void a_texture_is_read(void **state) {
    struct scene *scene = *state;
    static const CUresourcetype types[] = {CU_RESOURCE_TYPE_LINEAR, CU_RESOURCE_TYPE_PITCH2D};
    for (unsigned i = 0; i < 2; i++) {
        CUtexObject texture = texture_over(scene->values, types[i]);
        give(scene);
        launch(scene, scene->by_handle, &texture, true);
        expect(NULL);
        drop(scene);
        OK(cuTexObjectDestroy(texture));
    }
    CUtexObject texture = texture_over(scene->values, CU_RESOURCE_TYPE_LINEAR);
    give(scene);
    launch(scene, scene->by_handle, &texture, false);
    expect("[read-before-event]");
    drop(scene);
    OK(cuTexObjectDestroy(texture));
}

static void a_pitched_texture_is_read(void **state) {
    struct scene *scene = *state;
    CUtexObject texture = texture_over(scene->values, CU_RESOURCE_TYPE_PITCH2D);
    give(scene);
    launch(scene, scene->by_handle, &texture, false);
    expect("[read-before-event]");
    drop(scene);
    OK(cuTexObjectDestroy(texture));
}

/* Its number may be any word of a later kernel. */
static void a_texture_that_is_gone_is_nothing(void **state) {
    struct scene *scene = *state;
    CUtexObject texture = texture_over(scene->values, CU_RESOURCE_TYPE_LINEAR);
    OK(cuTexObjectDestroy(texture));
    give(scene);
    launch(scene, scene->by_handle, &texture, false);
    expect(NULL);
    OK(cuEventSynchronize(scene->event));
    drop(scene);
}

static CUtensorMap map_over(CUdeviceptr at) {
    CUtensorMap map;
    cuuint64_t size = SIZE, stride = SIZE;
    cuuint32_t one = 1;
    OK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, (void *)at, &size, &stride,
                              &one, &one, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                              CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}

static void a_tensor_map_is_an_access(void **state) {
    struct scene *scene = *state;
    CUtensorMap map = map_over(scene->values);
    give(scene);
    launch(scene, scene->by_map, &map, true);
    expect(NULL);
    drop(scene);
    give(scene);
    launch(scene, scene->by_map, &map, false);
    expect("[read-before-event]");
    drop(scene);
}

/* It is what its bytes say now. */
static void a_tensor_map_of_other_memory_is_none(void **state) {
    struct scene *scene = *state;
    CUdeviceptr other;
    CUtensorMap map = map_over(scene->values);
    OK(cuMemAlloc_v2(&other, SIZE));
    OK(cuTensorMapReplaceAddress(&map, (void *)other));
    give(scene);
    launch(scene, scene->by_map, &map, false);
    expect(NULL);
    OK(cuEventSynchronize(scene->event));
    drop(scene);
    map = map_over(other);
    OK(cuTensorMapReplaceAddress(&map, (void *)scene->values));
    give(scene);
    launch(scene, scene->by_map, &map, false);
    expect("[read-before-event]");
    drop(scene);
    OK(cuMemFree_v2(other));
}

/* As a view of a column is handed over: the pointer lies inside of it, and not first. */
static void a_struct_by_value_is_searched(void **state) {
    struct scene *scene = *state;
    struct view view = {.rows = SIZE, .values = scene->values + 256};
    give(scene);
    launch(scene, scene->by_view, &view, true);
    expect(NULL);
    drop(scene);
    give(scene);
    launch(scene, scene->by_view, &view, false);
    expect("[read-before-event]");
    drop(scene);
    give(scene);
    view.values = 0;
    launch(scene, scene->by_view, &view, false);
    expect(NULL);
    OK(cuEventSynchronize(scene->event));
    drop(scene);
}

static void launch_old(struct scene *scene, bool waits) {
    if (waits)
        OK(cuStreamWaitEvent(scene->reads, scene->event, 0));
    OK(cuFuncSetBlockShape(scene->by_words, 1, 1, 1));
    OK(cuParamSetv(scene->by_words, 0, &scene->values, sizeof(scene->values)));
    OK(cuParamSeti(scene->by_words, 8, 3));
    OK(cuParamSetSize(scene->by_words, 12));
    OK(cuLaunchGridAsync(scene->by_words, 1, 1, scene->reads));
}

static void parameters_set_one_by_one_are_an_access(void **state) {
    struct scene *scene = *state;
    give(scene);
    launch_old(scene, true);
    expect(NULL);
    drop(scene);
    give(scene);
    launch_old(scene, false);
    expect("[read-before-event]");
    drop(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_texture_is_read),
        cmocka_unit_test(a_pitched_texture_is_read),
        cmocka_unit_test(a_texture_that_is_gone_is_nothing),
        cmocka_unit_test(a_tensor_map_is_an_access),
        cmocka_unit_test(a_tensor_map_of_other_memory_is_none),
        cmocka_unit_test(a_struct_by_value_is_searched),
        cmocka_unit_test(parameters_set_one_by_one_are_an_access),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
