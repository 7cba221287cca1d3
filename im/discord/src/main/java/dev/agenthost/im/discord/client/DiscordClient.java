package dev.agenthost.im.discord.client;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.discord.calls.DiscordAnswer;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.calls.DiscordRateLimit;
import dev.agenthost.im.discord.gateway.DiscordGatewayAnswer;
import dev.agenthost.im.discord.rendering.DiscordMessageBody;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.MultipartBody;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Calls the API as a bot, once for each call, by the egress client. */
public final class DiscordClient {
    /** Largest answer in bytes (1 MiB); that of most calls is a message. */
    private static final int LARGEST_ANSWER = 1024 * 1024;

    private static final String JSON = "application/json";

    /**
     * Requests without a valid agent may be blocked, and the address must be one of the library
     * (https://docs.discord.com/developers/reference#user-agent).
     */
    private static final String USER_AGENT = "DiscordBot (https://agenthost.dev, 0.1)";

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public DiscordClient(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Makes a call without a file. Never fails: an error is an outcome.
     *
     * @param part the permanent key of the part that the call belongs to
     * @param maySend checked when there is a connection, before the request is written; false prevents the call
     */
    public Uni<DiscordResult> call(DiscordApp app, DiscordCall call, String part, BooleanSupplier maySend) {
        byte[] body =
                DiscordMessageBody.of(call, part).map(ProtocolCodec::encode).orElseGet(() -> new byte[0]);
        return send(app, call, JSON, new HttpBody.Bytes(body), timeout, maySend);
    }

    /**
     * Sends a message with its file (https://docs.discord.com/developers/reference#uploading-files). Never fails. An upload whose file
     * cannot be read, or is not sent whole in time, has no effect.
     *
     * @param content bytes of the file, read while they are sent
     * @param limit for the whole upload
     */
    public Uni<DiscordResult> upload(
            DiscordApp app,
            DiscordCall.Post call,
            OutboundArtifact file,
            HttpBody.Pieces content,
            String part,
            Duration limit,
            BooleanSupplier maySend) {
        String payload = DiscordMessageBody.of(call, part)
                .map(body -> new String(ProtocolCodec.encode(body), StandardCharsets.UTF_8))
                .orElseThrow();
        MultipartBody body = MultipartBody.of(
                Map.of("payload_json", payload),
                "files[0]",
                file.name(),
                file.mimeType(),
                "agenthost-" + UUID.randomUUID());
        return send(app, call, body.contentType(), body.around(content), limit, maySend);
    }

    /** Asks for the address of the gateway. Never fails: an error is an outcome. */
    public Uni<AddressAnswer> gateway(DiscordApp app) {
        return query(app, DiscordGatewayAnswer.PATH).map(DiscordGatewayAnswer::read);
    }

    /** Makes a call that only reads, for instance of {@code /users/@me}. Never fails: an error is an outcome. */
    public Uni<QueryOutcome> query(DiscordApp app, String path) {
        HttpRequest request = HttpRequest.get(app.apiUrl() + path, headers(app, true), timeout);
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(body -> DiscordAnswer.readResult(answer.status(), body));
                    case HttpCallResult.Invalid(String why) ->
                        queried(new QueryOutcome.Forbidden("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) -> queried(new QueryOutcome.Forbidden(why));
                    case HttpCallResult.Unreachable(String why) -> queried(new QueryOutcome.NoAnswer(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new QueryOutcome.NoAnswer(failure.getClass().getSimpleName()));
    }

    private Uni<DiscordResult> send(
            DiscordApp app, DiscordCall call, String type, HttpBody body, Duration limit, BooleanSupplier maySend) {
        // The token of the bot is not sent where the path authorizes the call (assumed).
        Map<String, String> headers = headers(app, !call.isOfInteraction());
        if (body.length() > 0) {
            headers.put("Content-Type", type);
        }
        HttpRequest request = new HttpRequest(call.method(), app.apiUrl() + call.path(), headers, body, limit);
        return outbound.call(request, maySend)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout).map(read -> read(answer, read));
                    case HttpCallResult.Invalid(String why) ->
                        outcome(new CallOutcome.NotSent("the address of the platform is invalid", false));
                    case HttpCallResult.Forbidden(String why) -> outcome(new CallOutcome.NotSent(why, false));
                    case HttpCallResult.Unreachable(String why) -> outcome(new CallOutcome.NotSent(why, true));
                })
                // The text of a failure may repeat the address, which has the token of an interaction.
                .onFailure()
                .recoverWithItem(failure -> DiscordResult.without(
                        new CallOutcome.Unclear(failure.getClass().getSimpleName())));
    }

    private static DiscordResult read(HttpResponse answer, byte[] body) {
        return new DiscordResult(
                DiscordAnswer.read(answer.status(), body, answer.header(DiscordAnswer.RETRY_AFTER)),
                DiscordRateLimit.read(answer::header));
    }

    private static Map<String, String> headers(DiscordApp app, boolean isAuthorized) {
        Map<String, String> headers = new HashMap<>();
        headers.put("User-Agent", USER_AGENT);
        if (isAuthorized) {
            headers.put("Authorization", "Bot " + app.token());
        }
        return headers;
    }

    private static Uni<DiscordResult> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(DiscordResult.without(outcome));
    }

    private static Uni<QueryOutcome> queried(QueryOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
