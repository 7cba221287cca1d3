package dev.agenthost.watch.request.metrics;

import dev.agenthost.watch.request.RequestWords;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.inject.Singleton;

/** The same for requests whose caller went away before the answer: {@link RequestLabels} is not asked about those. */
@Singleton
public class BrokenOffRequests implements MeterFilter {
    @Override
    public Meter.Id map(Meter.Id id) {
        boolean brokenOff = id.getName().equals("http.server.requests") && "RESET".equals(id.getTag("status"));
        String method = RequestWords.method(String.valueOf(id.getTag("method")));
        return brokenOff ? id.withTags(Tags.of("uri", RequestWords.OTHER, "method", method)) : id;
    }
}
