package dev.plumb.tools;

import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;

/// Waits until every program that is running now has ended.
///
/// Changing an element of a map of maps does just that before the call returns, since Linux 5.0 (commit 1ae80cf31938):
/// the kernel promises that no program uses the old map then. The maps here serve no other purpose.
final class GracePeriod implements AutoCloseable {
    private final BpfMap outer;
    private final BpfMap inner;

    private GracePeriod(BpfMap outer, BpfMap inner) {
        this.outer = outer;
        this.inner = inner;
    }

    static GracePeriod create() {
        MapSpec shape = MapSpec.array("grace_inner", 4, 1);
        BpfMap inner = BpfMap.create(shape);
        return new GracePeriod(BpfMap.create(MapSpec.arrayOfMaps("grace", shape, 1)), inner);
    }

    void await() {
        MapView.of(outer, Codec.U32, Codec.U32).put(0, inner.fd());
    }

    @Override
    public void close() {
        outer.close();
        inner.close();
    }
}
