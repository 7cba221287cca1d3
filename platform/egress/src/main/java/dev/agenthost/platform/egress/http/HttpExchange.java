package dev.agenthost.platform.egress.http;

import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.WebAddress;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One call, from looking its host up to the head of its answer. */
final class HttpExchange {
    private final Vertx vertx;
    private final HttpClient client;
    private final AsyncHostResolver lookups;
    private final AddressPolicy rules;
    private final WebAddress.Callable address;
    private final HttpRequest call;
    private final BooleanSupplier maySend;
    private final UniEmitter<? super HttpCallResult> reply;
    private @Nullable HttpClientRequest request;
    private boolean answered;
    private boolean over;
    private boolean isWhole;

    HttpExchange(
            Vertx vertx,
            HttpClient client,
            AsyncHostResolver lookups,
            AddressPolicy rules,
            WebAddress.Callable address,
            HttpRequest call,
            BooleanSupplier maySend,
            UniEmitter<? super HttpCallResult> reply) {
        this.vertx = vertx;
        this.client = client;
        this.lookups = lookups;
        this.rules = rules;
        this.address = address;
        this.call = call;
        this.maySend = maySend;
        this.reply = reply;
    }

    void start() {
        lookups.of(address.host())
                .onSuccess(this::judge)
                .onFailure(why -> reply.complete(new HttpCallResult.Unreachable("the host is unknown")));
    }

    private void judge(List<InetAddress> addresses) {
        if (!rules.allows(address.host(), address.port(), addresses)) {
            reply.complete(new HttpCallResult.Forbidden("the host is inside a private network"));
            return;
        }
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(call.method()))
                .setServer(SocketAddress.inetSocketAddress(
                        address.port(), addresses.getFirst().getHostAddress()))
                .setHost(address.host())
                .setPort(address.port())
                .setSsl(address.tls())
                .setURI(address.target())
                .setFollowRedirects(false);
        client.request(options)
                .onSuccess(this::send)
                .onFailure(why -> reply.complete(
                        new HttpCallResult.Unreachable(why.getClass().getSimpleName())));
    }

    private void send(HttpClientRequest opened) {
        synchronized (this) {
            request = opened;
            if (over) {
                opened.reset();
                return;
            }
        }
        if (!maySend.getAsBoolean()) {
            opened.reset();
            reply.complete(new HttpCallResult.Unreachable("the address is no longer permitted"));
            return;
        }
        call.headers().forEach(opened::putHeader);
        switch (call.body()) {
            case HttpBody.Bytes(byte[] bytes) -> {
                completes();
                (call.hasBody() ? opened.send(Buffer.buffer(bytes)) : opened.send())
                        .onSuccess(response -> answered(opened, response))
                        .onFailure(this::failed);
            }
            case HttpBody.Pieces pieces -> {
                opened.exceptionHandler(this::failed);
                opened.response()
                        .onSuccess(response -> answered(opened, response))
                        .onFailure(this::failed);
                new PieceWriter(opened, pieces, this::completes, why -> broken(opened, why)).start();
            }
        }
    }

    /**
     * Returns false if the call was given up; otherwise the server may have the whole request from now on. After an early answer the rest is
     * sent nevertheless, because the connection is used again.
     */
    private synchronized boolean completes() {
        isWhole = !over || answered;
        return isWhole;
    }

    private void broken(HttpClientRequest opened, String why) {
        opened.reset();
        reply.complete(new HttpCallResult.Unreachable(why));
    }

    /** Ends the exchange; returns true if the server cannot have the whole request. */
    synchronized boolean endsIncomplete() {
        settled();
        return !isWhole;
    }

    private void answered(HttpClientRequest sent, HttpClientResponse response) {
        response.pause();
        synchronized (this) {
            if (over) {
                sent.reset();
                return;
            }
            answered = true;
        }
        reply.complete(new HttpCallResult.Answered(new HttpResponse(vertx, sent, response)));
    }

    private void failed(Throwable why) {
        boolean given;
        boolean whole;
        synchronized (this) {
            given = over;
            whole = isWhole;
        }
        // The host closed this call itself.
        if (!given && whole) {
            reply.fail(why);
        } else if (!given) {
            reply.complete(new HttpCallResult.Unreachable(why.getClass().getSimpleName()));
        }
    }

    /** Ends the exchange, because the response was delivered or is no longer wanted. */
    synchronized void settled() {
        over = true;
        if (request != null && !answered) {
            request.reset();
        }
    }
}
