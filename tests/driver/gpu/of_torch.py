"""of_torch: PyTorch writes on one stream; another one reads what Arrow's struct leads to."""

# planted: read-before-event error

# SPDX-License-Identifier: Apache-2.0

import pathlib
import sys

import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "clients"))
import arrays  # noqa: E402

writes, reads, event = torch.cuda.Stream(), torch.cuda.Stream(), torch.cuda.Event()
with torch.cuda.stream(writes):
    values = torch.zeros(1 << 20, dtype=torch.uint8, device="cuda")
    values += 1
event.record(writes)
struct, pointer, handle = arrays.take(
    arrays.Exported(values.data_ptr(), values.numel(), event.cuda_event, values.device.index)
)
assert (pointer, handle) == (values.data_ptr(), event.cuda_event)
if "planted" not in sys.argv:
    reads.wait_event(event)
with torch.cuda.stream(reads):
    copied = values + 1
reads.synchronize()
arrays.release(struct)
writes.synchronize()
print("done")
