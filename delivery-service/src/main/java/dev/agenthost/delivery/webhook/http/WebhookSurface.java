package dev.agenthost.delivery.webhook.http;

import dev.agenthost.delivery.send.Answer;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.webhook.AddressRules;
import dev.agenthost.delivery.webhook.RetryAfter;
import dev.agenthost.delivery.webhook.Secrets;
import dev.agenthost.delivery.webhook.WebhookSignature;
import dev.agenthost.protocol.topic.Traceparent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * POSTs a part to a webhook, signed. The host's addresses are looked up and judged here, and exactly the judged one is called,
 * so that a name cannot mean something else a moment later. Redirects are not followed.
 */
public final class WebhookSurface {

    private static final long LONGEST_ANSWER = 64 * 1024;

    private final Vertx vertx;
    private final HttpClient client;
    private final AddressRules rules;
    private final Secrets secrets;
    private final Duration timeout;
    private final Clock clock;

    /** @param poolSize connections kept to one endpoint */
    public WebhookSurface(
            Vertx vertx, AddressRules rules, Secrets secrets, Duration timeout, int poolSize, Clock clock) {
        this.vertx = vertx;
        this.rules = rules;
        this.secrets = secrets;
        this.timeout = timeout;
        this.clock = clock;
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(poolSize)
                .setConnectTimeout((int) timeout.toMillis())
                .setDecompressionSupported(false));
    }

    /** Makes the call, once. Never fails: what went wrong is an answer. */
    public Uni<Answer> call(ClaimedSend claimed, Destination.Webhook to) {
        Send send = claimed.send();
        byte[] secret = secrets.of(to.secretRef());
        if (secret == null) {
            return notSendable(RejectionCode.SECRET_MISSING, "no secret of the name that secret_ref gives");
        }
        return switch (AddressRules.read(to.url())) {
            case AddressRules.Reading.Invalid(String why) -> notSendable(RejectionCode.URL_INVALID, why);
            case AddressRules.Reading.Callable address -> call(send, address, secret);
        };
    }

    private Uni<Answer> call(Send send, AddressRules.Reading.Callable address, byte[] secret) {
        return Uni.createFrom()
                .completionStage(() -> vertx.executeBlocking(() -> resolve(address.host()), false)
                        .compose(addresses -> rules.allows(addresses)
                                ? post(send, address, addresses.getFirst(), secret)
                                : Future.succeededFuture(forbidden()))
                        .toCompletionStage())
                .ifNoItem()
                .after(timeout)
                .fail()
                .onFailure()
                .recoverWithItem(WebhookSurface::unanswered);
    }

    private Future<Answer> post(Send send, AddressRules.Reading.Callable address, InetAddress resolved, byte[] secret) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(address.port(), resolved.getHostAddress()))
                .setHost(address.host())
                .setPort(address.port())
                .setSsl(address.tls())
                .setURI(target(address))
                .setFollowRedirects(false)
                .setTimeout(timeout.toMillis());
        return client.request(options).compose(request -> post(request, send, secret));
    }

    private Future<Answer> post(HttpClientRequest request, Send send, byte[] secret) {
        WebhookSignature signature = WebhookSignature.of(secret, clock.instant(), send.body());
        request.putHeader("Content-Type", "application/json")
                .putHeader("User-Agent", "agent-host")
                .putHeader("Idempotency-Key", send.key().idempotencyKey())
                .putHeader(WebhookSignature.TIMESTAMP_HEADER, signature.timestamp())
                .putHeader(WebhookSignature.SIGNATURE_HEADER, signature.value());
        String traceparent = Traceparent.valid(send.traceparent());
        if (traceparent != null) {
            request.putHeader("traceparent", traceparent);
        }
        return request.send(Buffer.buffer(send.body())).map(response -> {
            discard(request, response);
            return new Answer.Answered(
                    response.statusCode(), RetryAfter.read(response.getHeader("Retry-After"), clock.instant()));
        });
    }

    /** The status says it all; a body that does not end soon costs the receiver its connection. */
    private static void discard(HttpClientRequest request, HttpClientResponse response) {
        AtomicLong seen = new AtomicLong();
        response.handler(chunk -> {
            if (seen.addAndGet(chunk.length()) > LONGEST_ANSWER) {
                request.reset();
            }
        });
        response.exceptionHandler(failure -> request.reset());
    }

    private static String target(AddressRules.Reading.Callable address) {
        String path = address.uri().getRawPath();
        String query = address.uri().getRawQuery();
        return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
    }

    private static List<InetAddress> resolve(String host) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(host));
    }

    private static Answer forbidden() {
        return new Answer.NotSendable(RejectionCode.ADDRESS_FORBIDDEN, "the host is inside a private network");
    }

    private static Uni<Answer> notSendable(RejectionCode code, String detail) {
        return Uni.createFrom().item(new Answer.NotSendable(code, detail));
    }

    /** The kind of failure only: the text of one may repeat the address with what is secret in its query. */
    private static Answer unanswered(Throwable failure) {
        boolean timedOut =
                failure instanceof TimeoutException || failure instanceof io.smallrye.mutiny.TimeoutException;
        return new Answer.NoAnswer(
                timedOut ? "no answer in time" : failure.getClass().getSimpleName(), RejectionCode.GIVEN_UP);
    }
}
