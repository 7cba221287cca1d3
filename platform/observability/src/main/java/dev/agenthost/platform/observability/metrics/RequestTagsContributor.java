package dev.agenthost.platform.observability.metrics;

import dev.agenthost.platform.observability.RequestTagValues;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.quarkus.micrometer.runtime.HttpServerMetricsTagsContributor;
import jakarta.inject.Singleton;

/**
 * Replaces {@code uri} and {@code method} of {@code http.server.requests}. Quarkus uses the raw path as {@code uri} for
 * requests that are answered before an endpoint is found (no key, too large, a file): callers without a key could fill
 * the 100 label values that Quarkus allows, and hide every later endpoint.
 */
@Singleton
public class RequestTagsContributor implements HttpServerMetricsTagsContributor {
    /** Key of the template of the endpoint in Quarkus REST: {@code /runs/{run_id}}. */
    private static final String TEMPLATE = "UrlPathTemplate";

    /** Key of the last matched route of Vert.x: {@code /runs/:run_id/stream}, and {@code /*} before a match. */
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
