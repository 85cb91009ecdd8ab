/* capture: calls on a stream that build a graph in place of being done. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "tests/driver/graph.h"

#define MAX_STREAMS 8

struct capture {
    CUgraph graph;
    uint64_t id;
    struct {
        struct stream *stream;
        CUgraphNode tails[16]; /* what its next node comes after */
        size_t n;
    } streams[MAX_STREAMS];
    unsigned n_streams;
};

static _Thread_local CUstreamCaptureMode thread_mode;

/* The stream's place in its capture, made when it is new to it. */
static unsigned place_of(struct capture *capture, struct stream *stream) {
    for (unsigned i = 0; i < capture->n_streams; i++)
        if (capture->streams[i].stream == stream)
            return i;
    if (capture->n_streams == MAX_STREAMS)
        return MAX_STREAMS - 1;
    capture->streams[capture->n_streams].stream = stream;
    return capture->n_streams++;
}

static CUgraphNode append(struct stream *stream, const struct work *work) {
    struct capture *capture = stream_capture(stream);
    unsigned i = place_of(capture, stream);
    CUgraphNode node =
        graph_add(capture->graph, work, capture->streams[i].tails, capture->streams[i].n);
    capture->streams[i].tails[0] = node;
    capture->streams[i].n = 1;
    return node;
}

CUresult graph_capture_work(struct stream *stream, const struct work *work) {
    append(stream, work);
    return CUDA_SUCCESS;
}

CUresult graph_capture_event(struct stream *stream, CUevent event, CUgraphNodeType type) {
    struct work work = {.type = type};
    append(stream, &work)->event = event;
    return CUDA_SUCCESS;
}

CUgraphNode graph_capture_tail(struct stream *stream) {
    struct capture *capture = stream_capture(stream);
    unsigned i = place_of(capture, stream);
    return capture->streams[i].n ? capture->streams[i].tails[0] : NULL;
}

CUresult graph_capture_join(struct stream *stream, struct capture *capture, CUgraphNode after) {
    if (stream_capture(stream) && stream_capture(stream) != capture)
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    stream_set_capture(stream, capture);
    unsigned i = place_of(capture, stream);
    if (after && capture->streams[i].n < LENGTH(capture->streams[i].tails))
        capture->streams[i].tails[capture->streams[i].n++] = after;
    return CUDA_SUCCESS;
}

CUresult work_submit(struct stream *stream, const struct work *work, struct point *point) {
    *point = (struct point){0};
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream_capture(stream))
        return graph_capture_work(stream, work);
    char *own = malloc(work->size ? work->size : 1);
    for (size_t i = 0; i < work->size; i++)
        own[i] = ((const char *)work->data)[i];
    *point = stream_submit(stream, NULL, work->run, own);
    return CUDA_SUCCESS;
}

static CUresult begin(CUstream handle) {
    static uint64_t last_id;
    struct stream *stream = stream_of(handle);
    if (!stream || stream_capture(stream))
        return stream ? CUDA_ERROR_ILLEGAL_STATE : CUDA_ERROR_INVALID_HANDLE;
    struct capture *capture = calloc(1, sizeof(*capture));
    capture->graph = graph_make();
    capture->id = ++last_id;
    stream_set_capture(stream, capture);
    place_of(capture, stream);
    return CUDA_SUCCESS;
}

PAIR(cuStreamBeginCapture_v2, _ptsz, (CUstream stream, CUstreamCaptureMode mode), (stream, mode)) {
    return begin(stream);
}

PAIR(cuStreamBeginCapture, _ptsz, (CUstream stream), (stream)) {
    return begin(stream);
}

PAIR(cuStreamEndCapture, _ptsz, (CUstream handle, CUgraph *graph), (handle, graph)) {
    struct stream *stream = stream_of(handle);
    struct capture *capture = stream ? stream_capture(stream) : NULL;
    if (!capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    for (unsigned i = 0; i < capture->n_streams; i++)
        stream_set_capture(capture->streams[i].stream, NULL);
    *graph = capture->graph;
    return CUDA_SUCCESS;
}

static CUresult status(CUstream handle, CUstreamCaptureStatus *status_out, cuuint64_t *id,
                       CUgraph *graph) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    struct capture *capture = stream_capture(stream);
    *status_out = capture ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
    if (capture && id)
        *id = capture->id;
    if (capture && graph)
        *graph = capture->graph;
    return CUDA_SUCCESS;
}

PAIR(cuStreamIsCapturing, _ptsz, (CUstream stream, CUstreamCaptureStatus *out), (stream, out)) {
    return status(stream, out, NULL, NULL);
}

PAIR(cuStreamGetCaptureInfo, _ptsz, (CUstream stream, CUstreamCaptureStatus *out, cuuint64_t *id),
     (stream, out, id)) {
    return status(stream, out, id, NULL);
}

/* The nodes that the next one comes after. */
static void tails(CUstream handle, const CUgraphNode **nodes, size_t *n) {
    struct stream *stream = stream_of(handle);
    struct capture *capture = stream ? stream_capture(stream) : NULL;
    if (!capture)
        return;
    unsigned i = place_of(capture, stream);
    if (nodes)
        *nodes = capture->streams[i].tails;
    if (n)
        *n = capture->streams[i].n;
}

PAIR(cuStreamGetCaptureInfo_v2, _ptsz,
     (CUstream stream, CUstreamCaptureStatus *out, cuuint64_t *id, CUgraph *graph,
      const CUgraphNode **nodes, size_t *n),
     (stream, out, id, graph, nodes, n)) {
    tails(stream, nodes, n);
    return status(stream, out, id, graph);
}

PAIR(cuStreamGetCaptureInfo_v3, _ptsz,
     (CUstream stream, CUstreamCaptureStatus *out, cuuint64_t *id, CUgraph *graph,
      const CUgraphNode **nodes, const CUgraphEdgeData **edges, size_t *n),
     (stream, out, id, graph, nodes, edges, n)) {
    if (edges)
        *edges = NULL;
    tails(stream, nodes, n);
    return status(stream, out, id, graph);
}

ENTRY(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * mode), (mode)) {
    CUstreamCaptureMode old = thread_mode;
    thread_mode = *mode;
    *mode = old;
    return CUDA_SUCCESS;
}
