package dev.agenthost.platform.observability.metrics;

import dev.agenthost.platform.observability.RequestTagValues;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.quarkus.micrometer.runtime.HttpServerMetricsTagsContributor;
import jakarta.inject.Singleton;

/**
 * Replaces {@code uri} and {@code method} of {@code http.server.requests}. Quarkus takes the path as it was sent for {@code uri}
 * where a request was answered before an endpoint was found (no key, too large, a file): whoever has no key could make labels
 * until the 100 that Quarkus allows are gone, and hide every endpoint that is asked later.
 */
@Singleton
public class RequestTagsContributor implements HttpServerMetricsTagsContributor {
    /** Where Quarkus REST leaves the template of the endpoint that it found: {@code /runs/{run_id}}. */
    private static final String TEMPLATE = "UrlPathTemplate";

    /** Where the last of Vert.x' own routes is left: {@code /runs/:run_id/stream}, and {@code /*} before anything was found. */
    private static final String ROUTE = "VertxRoute";

    @Override
    public Tags contribute(Context request) {
        String template = request.requestContextLocalData(TEMPLATE);
        String named = template != null ? template : RequestTagValues.template(request.requestContextLocalData(ROUTE));
        int status = request.response().statusCode();
        return Tags.of(
                Tag.of("uri", RequestTagValues.uri(named, status)),
                Tag.of(
                        "method",
                        RequestTagValues.method(request.request().method().name())));
    }
}
