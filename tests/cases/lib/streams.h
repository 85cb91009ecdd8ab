/* streams: the callbacks of a stream, written once and included for each kind.
 *
 * Before: #define STREAM the struct, ARRAY what it yields, KIND(name) the kind's prefix on a name,
 * YIELD(out, state) how a chunk is made. */
/* SPDX-License-Identifier: Apache-2.0 */

static void KIND(release)(struct STREAM *self);

static bool KIND(is_foreign)(struct STREAM *self) {
    struct stream_state *state = self->private_data;
    return state->how == STREAM_CHECKS_ITSELF && self->release != KIND(release);
}

static int KIND(get_schema)(struct STREAM *self, struct ArrowSchema *out) {
    if (KIND(is_foreign)(self) || ((struct stream_state *)self->private_data)->released)
        return EINVAL;
    produce_schema(out, "l", "value", 0, RELEASE_GOOD);
    return 0;
}

static int KIND(get_next)(struct STREAM *self, struct ARRAY *out) { // <- get_next
    struct stream_state *state = self->private_data;
    memset(out, 0, sizeof(*out));
    if (KIND(is_foreign)(self) || state->released)
        return EINVAL;
    if (state->how == STREAM_WAITS)
        producer_enter();
    state->failed = state->how == STREAM_FAILS && state->done == 1;
    if (state->failed)
        return EIO;
    if (state->done < state->chunks) {
        YIELD(out, state);
        state->done++;
    }
    return 0;
}

static const char *KIND(get_last_error)(struct STREAM *self) {
    struct stream_state *state = self->private_data;
    if (KIND(is_foreign)(self))
        return "not my stream";
    return state->failed ? "the disk is on fire" : NULL;
}

static void KIND(release)(struct STREAM *self) { // <- release
    struct stream_state *state = self->private_data;
    if (KIND(is_foreign)(self))
        abort();
    state->released = true;
    if (state->how == STREAM_KEEPS_RELEASE)
        return;
    if (state->how == STREAM_CLEARS_ALL) {
        self->get_schema = NULL;
        self->get_next = NULL;
        self->get_last_error = NULL;
    }
    self->release = NULL;
}

static void KIND(fill)(struct STREAM *out, struct stream_state *state) {
    memset(out, 0, sizeof(*out));
    out->get_schema = KIND(get_schema);
    out->get_next = KIND(get_next);
    out->get_last_error = KIND(get_last_error);
    out->release = KIND(release);
    out->private_data = state;
}

#undef STREAM
#undef ARRAY
#undef KIND
#undef YIELD
