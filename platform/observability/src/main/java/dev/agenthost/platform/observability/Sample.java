package dev.agenthost.platform.observability;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Looks numbers up, each few seconds. Every bean of this type is asked; what it says becomes gauges. */
public interface Sample {
    /** Short and cheap: it runs for as long as the service does. A failure makes its numbers unknown until the next time. */
    Uni<List<SampleValue>> take();
}
