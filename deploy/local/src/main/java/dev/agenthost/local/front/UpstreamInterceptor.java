package dev.agenthost.local.front;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.httpproxy.Body;
import io.vertx.httpproxy.ProxyContext;
import io.vertx.httpproxy.ProxyInterceptor;
import io.vertx.httpproxy.ProxyRequest;
import io.vertx.httpproxy.ProxyResponse;
import java.util.List;

/** Forwards a request to a replica, retries GET and HEAD once, and answers with a problem if no replica did. */
final class UpstreamInterceptor implements ProxyInterceptor {
    /** The body size that every service accepts, in bytes; a document of a knowledge base may be larger (docs/contracts.md). */
    private static final long LARGEST_BODY = 1024 * 1024;

    private static final long LARGEST_FILE = 10 * 1024 * 1024;
    private static final String FILES = "/api/v1/files";
    private static final List<String> UPLOADS = List.of("/api/v1/uploads", "/signed/v1/uploads");

    @Override
    public Future<ProxyResponse> handleProxyRequest(ProxyContext context) {
        var request = context.request();
        long declared = request.getBody().length();
        var body = new CountedBody(request.getBody().stream());
        request.setBody(Body.body(body, declared));
        return context.sendRequest().recover(broken -> again(context, broken)).recover(broken -> {
            // A service answers an oversized body and closes the connection, which may look like a broken connection.
            boolean tooLarge = Math.max(declared, body.passed()) > largest(request.getURI());
            return Future.succeededFuture(answer(request, tooLarge ? Problems.tooLarge() : Problems.badGateway()));
        });
    }

    /** The size limit of a path. An upload has none, so its broken connection has another cause. */
    private static long largest(String uri) {
        if (UPLOADS.stream().anyMatch(uri::startsWith)) {
            return Long.MAX_VALUE;
        }
        return uri.startsWith(FILES) ? LARGEST_FILE : LARGEST_BODY;
    }

    private static Future<ProxyResponse> again(ProxyContext context, Throwable broken) {
        var method = context.request().getMethod();
        if (method != HttpMethod.GET && method != HttpMethod.HEAD) {
            return Future.failedFuture(broken);
        }
        context.request().setBody(Body.body(Buffer.buffer()));
        return context.sendRequest();
    }

    private static ProxyResponse answer(ProxyRequest request, Problems.Problem problem) {
        var response = request.release().response().setStatusCode(problem.status());
        response.headers().clear();
        return response.putHeader("content-type", Problems.TYPE).setBody(Body.body(problem.body()));
    }
}
