package dev.agenthost.platform.egress.http;

import java.time.Duration;
import java.util.Map;

/**
 * A request to an address that a person configured.
 *
 * @param method of HTTP; {@code GET} has no body
 * @param headers may hold secrets, so they are not printed
 * @param body handed on, never changed
 * @param limit until the head of the answer is there
 */
public record HttpRequest(String method, String url, Map<String, String> headers, HttpBody body, Duration limit) {
    private static final String POST = "POST";
    private static final String GET = "GET";

    public HttpRequest {
        headers = Map.copyOf(headers);
    }

    /** A POST. */
    public HttpRequest(String url, Map<String, String> headers, HttpBody body, Duration limit) {
        this(POST, url, headers, body, limit);
    }

    /** A POST with a body in memory. */
    public HttpRequest(String url, Map<String, String> headers, byte[] body, Duration limit) {
        this(POST, url, headers, new HttpBody.Bytes(body), limit);
    }

    /** Returns a GET without headers. */
    public static HttpRequest get(String url, Duration limit) {
        return get(url, Map.of(), limit);
    }

    /** Returns a GET. */
    public static HttpRequest get(String url, Map<String, String> headers, Duration limit) {
        return new HttpRequest(GET, url, headers, new HttpBody.Bytes(new byte[0]), limit);
    }

    boolean hasBody() {
        return !method.equals(GET);
    }

    /** Without headers and query, in which secrets stand. */
    @Override
    public String toString() {
        return "OutboundCall[" + body.length() + " bytes]";
    }
}
