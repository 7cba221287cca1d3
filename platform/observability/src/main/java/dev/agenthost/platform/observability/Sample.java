package dev.agenthost.platform.observability;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Reads numbers every few seconds. Every bean of this type is called; its values become gauges. */
public interface Sample {
    /** Returns the values; short and cheap, because it repeats until the service ends. After a failure its numbers are unknown. */
    Uni<List<SampleValue>> take();
}
