package dev.agenthost.delivery.web.http;

import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * {@code GET /docs}, with and without a slash at its end: Swagger UI over the documents that event-gateway serves at {@code
 * /openapi/<service>}. The page is static ({@code META-INF/resources/docs}) and needs no key; requests from the page do.
 */
@ApplicationScoped
class DocsRoute {

    void register(@Observes Router router) {
        router.getWithRegex("/docs/?").handler(routing -> routing.reroute("/docs/index.html"));
    }
}
