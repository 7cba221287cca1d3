package dev.agenthost.delivery.surface.http;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.RetryAfter;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.security.WebhookSignature;
import dev.agenthost.protocol.topic.Traceparent;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** POSTs a signed part to a webhook by the egress client. */
public final class WebhookSurface implements Surface<Destination.Webhook> {

    private final EgressClient outbound;
    private final Secrets secrets;
    private final Duration timeout;
    private final Clock clock;

    public WebhookSurface(EgressClient outbound, Secrets secrets, Duration timeout, Clock clock) {
        this.outbound = outbound;
        this.secrets = secrets;
        this.timeout = timeout;
        this.clock = clock;
    }

    /** Checks the claim once there is a connection, before the request is written. */
    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Webhook to, BooleanSupplier holdsClaim) {
        Send send = claimed.send();
        String reference = to.secretRef();
        String secret =
                reference == null ? null : secrets.of(reference, send.key().workspaceId());
        if (secret == null) {
            return Uni.createFrom()
                    .item(new SurfaceCallResult.NotSendable(
                            RejectionCode.SECRET_MISSING, "the secret of secret_ref is not configured"));
        }
        return outbound.call(
                        new HttpRequest(
                                to.url(), headers(send, secret.getBytes(StandardCharsets.UTF_8)), send.body(), timeout),
                        holdsClaim)
                .map(reached -> read(reached, holdsClaim))
                .onFailure()
                .recoverWithItem(WebhookSurface::unanswered);
    }

    private Map<String, String> headers(Send send, byte[] secret) {
        WebhookSignature signature = WebhookSignature.of(secret, clock.instant(), send.body());
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "agent-host");
        headers.put("Idempotency-Key", send.key().idempotencyKey());
        headers.put(WebhookSignature.TIMESTAMP_HEADER, signature.timestamp());
        headers.put(WebhookSignature.SIGNATURE_HEADER, signature.value());
        String traceparent = Traceparent.valid(send.traceparent());
        if (traceparent != null) {
            headers.put("traceparent", traceparent);
        }
        return headers;
    }

    /** Decides by the status alone; the body is not read. */
    private SurfaceCallResult read(HttpCallResult reached, BooleanSupplier holdsClaim) {
        return switch (reached) {
            case HttpCallResult.Answered(HttpResponse answer) -> {
                answer.drop();
                yield new SurfaceCallResult.Answered(
                        answer.status(), RetryAfter.read(answer.header("Retry-After"), clock.instant()));
            }
            case HttpCallResult.Invalid(String detail) ->
                new SurfaceCallResult.NotSendable(RejectionCode.URL_INVALID, detail);
            case HttpCallResult.Forbidden(String detail) ->
                new SurfaceCallResult.NotSendable(RejectionCode.ADDRESS_FORBIDDEN, detail);
            case HttpCallResult.Unreachable(String detail) ->
                holdsClaim.getAsBoolean()
                        ? new SurfaceCallResult.NoAnswer(detail, RejectionCode.GIVEN_UP)
                        : new SurfaceCallResult.Withheld();
        };
    }

    /** Names only the kind of failure: its text may repeat the address with secrets in the query. */
    private static SurfaceCallResult unanswered(Throwable failure) {
        boolean timedOut =
                failure instanceof TimeoutException || failure instanceof io.smallrye.mutiny.TimeoutException;
        return new SurfaceCallResult.NoAnswer(
                timedOut ? "no answer in time" : failure.getClass().getSimpleName(), RejectionCode.GIVEN_UP);
    }
}
