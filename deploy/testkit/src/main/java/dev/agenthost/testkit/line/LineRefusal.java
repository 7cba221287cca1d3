package dev.agenthost.testkit.line;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** An answer with a status from 400 on (https://developers.line.biz/en/reference/messaging-api/#error-responses). */
final class LineRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient ObjectNode body;
    private final transient Map<String, String> headers;

    LineRefusal(int status, String message) {
        this(status, JsonNodeFactory.instance.objectNode().put("message", message), Map.of());
    }

    private LineRefusal(int status, ObjectNode body, Map<String, String> headers) {
        super(body.toString(), null, false, false);
        this.status = status;
        this.body = body;
        this.headers = headers;
    }

    /** @param details pairs of a property and its error, each as {@code property error} */
    static LineRefusal ofBody(List<String> details) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("message", "The request body has " + details.size() + " error(s)");
        for (String detail : details) {
            int at = detail.indexOf(' ');
            body.withArrayProperty("details")
                    .addObject()
                    .put("message", detail.substring(at + 1))
                    .put("property", detail.substring(0, at));
        }
        return new LineRefusal(400, body, Map.of());
    }

    /** The key was accepted before (https://developers.line.biz/en/reference/messaging-api/#retry-api-request-response). */
    static LineRefusal ofRepetition(String requestId, ObjectNode answer) {
        ObjectNode body = answer.deepCopy().put("message", "The retry key is already accepted");
        return new LineRefusal(409, body, Map.of("x-line-accepted-request-id", requestId));
    }

    int status() {
        return status;
    }

    ObjectNode body() {
        return body;
    }

    Map<String, String> headers() {
        return headers;
    }
}
