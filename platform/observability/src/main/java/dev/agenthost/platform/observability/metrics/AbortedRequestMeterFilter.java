package dev.agenthost.platform.observability.metrics;

import dev.agenthost.platform.observability.RequestTagValues;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.inject.Singleton;

/** Applies the same tags to requests aborted by their caller, which {@link RequestTagsContributor} does not receive. */
@Singleton
public class AbortedRequestMeterFilter implements MeterFilter {
    @Override
    public Meter.Id map(Meter.Id id) {
        boolean brokenOff = id.getName().equals("http.server.requests") && "RESET".equals(id.getTag("status"));
        String method = RequestTagValues.method(String.valueOf(id.getTag("method")));
        return brokenOff ? id.withTags(Tags.of("uri", RequestTagValues.OTHER, "method", method)) : id;
    }
}
