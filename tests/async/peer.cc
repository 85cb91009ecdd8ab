/* peer: Arrow C++'s two sides of an asynchronous stream, against each other and against those of
 * libflow.so. The first argument says which. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <arrow/api.h>
#include <arrow/c/abi.h>
#include <arrow/c/bridge.h>
#include <arrow/util/async_generator.h>
#include <arrow/util/thread_pool.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>

/* The structures are those of Arrow's own header. */
#define TRACKER_ABI_ARROW_H
#include "flow.h"

namespace {

constexpr int kBatches = 12;

std::shared_ptr<arrow::Schema> schema() {
    return arrow::schema({arrow::field("v", arrow::int64())});
}

arrow::AsyncGenerator<std::shared_ptr<arrow::RecordBatch>> batches() {
    arrow::RecordBatchVector made;
    for (int i = 0; i < kBatches; i++) {
        arrow::Int64Builder builder;
        (void)builder.AppendValues({1, 2, 3, i});
        made.push_back(arrow::RecordBatch::Make(schema(), 4, {*builder.Finish()}));
    }
    return arrow::MakeVectorGenerator(made);
}

/* Arrow's producer waits for requests in the thread that it is called on. */
void produce(ArrowAsyncDeviceStreamHandler *handler) {
    auto done = arrow::ExportAsyncRecordBatchReader(schema(), batches(),
                                                    arrow::DeviceAllocationType::kCPU, handler);
    std::printf("exported: %d\n", done.status().ok());
}

int64_t rows_of(arrow::Future<arrow::AsyncRecordBatchGenerator> &future) {
    auto made = future.result();
    int64_t rows = 0;
    if (!made.ok())
        return -1;
    for (;;) {
        auto next = made->generator().result();
        if (!next.ok())
            return -1;
        if (!next->batch)
            return rows;
        rows += next->batch->num_rows();
    }
}

/* Both sides are Arrow's; the queue has room for so many batches. */
void pair(uint64_t queue_size, bool is_read) {
    ArrowAsyncDeviceStreamHandler handler;
    std::memset(&handler, 0, sizeof(handler));
    auto future = arrow::CreateAsyncDeviceStreamHandler(
        &handler, arrow::internal::GetCpuThreadPool(), queue_size);
    std::thread producer(produce, &handler);
    if (queue_size >= kBatches)
        producer.join();
    if (is_read)
        std::printf("rows: %ld\n", static_cast<long>(rows_of(future)));
    if (producer.joinable())
        producer.join();
}

int n_taken;

int take(ArrowAsyncDeviceStreamHandler *self, ArrowAsyncTask *task, const char *) {
    if (!task)
        return 0;
    n_taken++;
    self->producer->request(self->producer, 1);
    return flow_take(task);
}

int take_one(ArrowAsyncDeviceStreamHandler *self, ArrowAsyncTask *task, const char *metadata) {
    self->producer->cancel(self->producer);
    return take(self, task, metadata);
}

int refuse(ArrowAsyncDeviceStreamHandler *, ArrowSchema *schema) {
    schema->release(schema);
    return EIO;
}

/* Arrow's producer, and a consumer that is not. */
void consume(decltype(ArrowAsyncDeviceStreamHandler::on_next_task) on_next_task,
             decltype(ArrowAsyncDeviceStreamHandler::on_schema) on_schema) {
    ArrowAsyncDeviceStreamHandler handler;
    flow_handler(&handler);
    handler.on_next_task = on_next_task;
    if (on_schema)
        handler.on_schema = on_schema;
    produce(&handler);
    std::printf("taken: %d\n", n_taken);
}

/* Arrow's consumer wants a struct, and refuses a column. */
void refused() {
    ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    std::memset(&handler, 0, sizeof(handler));
    auto future =
        arrow::CreateAsyncDeviceStreamHandler(&handler, arrow::internal::GetCpuThreadPool());
    flow_start(&flow, &handler);
    std::printf("refused: %d\n", FLOW_SCHEMA(&flow));
    FLOW_RELEASE(&flow);
    std::printf("rows: %ld\n", static_cast<long>(rows_of(future)));
}

} // namespace

int main(int argc, char **argv) {
    const std::map<std::string, std::function<void()>> modes = {
        {"late", [] { pair(kBatches, true); }},
        {"dropped", [] { pair(kBatches, false); }},
        {"consumer", [] { consume(take, nullptr); }},
        {"cancelled", [] { consume(take_one, nullptr); }},
        {"schema-refused", [] { consume(take, refuse); }},
        {"refused", refused},
        {"pair", [] { pair(2, true); }},
    };
    auto mode = modes.find(argc > 1 ? argv[1] : "");
    if (mode == modes.end())
        return 2;
    mode->second();
    return 0;
}
