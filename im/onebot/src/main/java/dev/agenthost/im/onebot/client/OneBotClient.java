package dev.agenthost.im.onebot.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.onebot.calls.OneBotAnswer;
import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Calls the HTTP API of an implementation of OneBot, once for each call, by the egress client
 * (https://github.com/botuniverse/onebot-11/blob/master/communication/http.md): {@code POST /<action>} with JSON and the access token.
 */
public final class OneBotClient {
    /** Largest answer in bytes (64 KiB); that of a sent message is its id. */
    private static final int LARGEST_ANSWER = 64 * 1024;

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public OneBotClient(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Makes a call without a file. Never fails: an error is an outcome.
     *
     * @param maySend checked when there is a connection, before the request is written; false prevents the call
     */
    public Uni<CallOutcome> call(OneBotAddress address, OneBotCall call, BooleanSupplier maySend) {
        HttpBody body = new HttpBody.Bytes(ProtocolCodec.encode(call.parameters()));
        return send(request(address, call, body, timeout), maySend);
    }

    /**
     * Calls an action that has no parameters and only reads, for instance {@code get_status}. Never fails: an error is an outcome.
     */
    public Uni<QueryOutcome> query(OneBotAddress address, String action) {
        OneBotCall call = new OneBotCall(action, JsonNodeFactory.instance.objectNode(), null);
        HttpBody body = new HttpBody.Bytes(ProtocolCodec.encode(call.parameters()));
        return outbound.call(request(address, call, body, timeout), () -> true)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(bytes -> OneBotAnswer.readResult(answer.status(), bytes));
                    case HttpCallResult.Invalid(String why) ->
                        queried(new QueryOutcome.Forbidden("the address of the API is invalid"));
                    case HttpCallResult.Forbidden(String why) -> queried(new QueryOutcome.Forbidden(why));
                    case HttpCallResult.Unreachable(String why) -> queried(new QueryOutcome.NoAnswer(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new QueryOutcome.NoAnswer(failure.getClass().getSimpleName()));
    }

    /**
     * Makes a call with the bytes of a file. Never fails. One whose file cannot be read, or is not sent whole in time, has no effect.
     *
     * @param size of the file in bytes, at least 1
     * @param pieces of the file, read while they are sent
     * @param limit for the whole request
     */
    public Uni<CallOutcome> upload(
            OneBotAddress address,
            OneBotCall call,
            long size,
            Supplier<Uni<byte[]>> pieces,
            Duration limit,
            BooleanSupplier maySend) {
        return send(request(address, call, Base64Body.of(call, size, pieces), limit), maySend);
    }

    private static HttpRequest request(OneBotAddress address, OneBotCall call, HttpBody body, Duration limit) {
        return new HttpRequest(
                address.url() + "/" + call.action(),
                Map.of("Content-Type", "application/json", "Authorization", "Bearer " + address.token()),
                body,
                limit);
    }

    private Uni<CallOutcome> send(HttpRequest request, BooleanSupplier maySend) {
        return outbound.call(request, maySend)
                .chain(this::read)
                .onFailure()
                .recoverWithItem(
                        failure -> new CallOutcome.Unclear(failure.getClass().getSimpleName()));
    }

    private Uni<CallOutcome> read(HttpCallResult result) {
        return switch (result) {
            case HttpCallResult.Answered(HttpResponse answer) ->
                answer.body(LARGEST_ANSWER, timeout).map(body -> OneBotAnswer.read(answer.status(), body));
            case HttpCallResult.Invalid(String why) ->
                outcome(new CallOutcome.NotSent("the address of the API is invalid", false));
            case HttpCallResult.Forbidden(String why) -> outcome(new CallOutcome.NotSent(why, false));
            case HttpCallResult.Unreachable(String why) -> outcome(new CallOutcome.NotSent(why, true));
        };
    }

    private static Uni<QueryOutcome> queried(QueryOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
