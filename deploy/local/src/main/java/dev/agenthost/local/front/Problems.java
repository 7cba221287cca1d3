package dev.agenthost.local.front;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;

/** The front door's own error responses, as RFC 9457 problems. */
final class Problems {
    static final String TYPE = "application/problem+json";

    private Problems() {}

    record Problem(int status, Buffer body) {
        void send(HttpServerResponse response) {
            response.setStatusCode(status).putHeader("content-type", TYPE).end(body);
        }
    }

    static Problem notFound() {
        return problem(404, "Not Found", "not_found", "This path does not exist.");
    }

    static Problem badGateway() {
        return problem(
                502,
                "Bad Gateway",
                "runtime_error",
                "The service of this path is not running. Send the request again.");
    }

    static Problem tooLarge() {
        return problem(413, "Content Too Large", "payload_too_large", "The body is larger than 1 MiB.");
    }

    private static Problem problem(int status, String title, String code, String detail) {
        return new Problem(
                status,
                new JsonObject()
                        .put("type", "about:blank")
                        .put("title", title)
                        .put("status", status)
                        .put("detail", detail)
                        .put("code", code)
                        .toBuffer());
    }
}
