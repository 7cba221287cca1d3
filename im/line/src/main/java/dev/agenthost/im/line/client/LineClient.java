package dev.agenthost.im.line.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.line.calls.LineAnswer;
import dev.agenthost.im.line.calls.LineCall;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Calls the Messaging API as a channel, once for each call, by the egress client. */
public final class LineClient {
    /** Longest display of the loading animation. */
    private static final int LOADING_SECONDS = 60;
    /** Largest answer in bytes. */
    private static final int LARGEST_ANSWER = 256 * 1024;

    private static final String PUSH = "/v2/bot/message/push";
    private static final String LOADING = "/v2/bot/chat/loading/start";
    private static final String INFO = "/v2/bot/info";
    private static final String WEBHOOK = "/v2/bot/channel/webhook/endpoint";

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public LineClient(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Pushes messages under their key (https://developers.line.biz/en/reference/messaging-api/#send-push-message). Never fails: an error is
     * an outcome.
     *
     * @param part the permanent key of the part that the call belongs to
     * @param maySend checked when there is a connection, before the request is written; false prevents the call
     */
    public Uni<CallOutcome> push(LineApp app, LineCall call, String part, BooleanSupplier maySend) {
        Map<String, String> headers = headers(app);
        headers.put("X-Line-Retry-Key", call.key(part).toString());
        return outbound.call(post(app, PUSH, call.body(), headers), maySend)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(body -> LineAnswer.read(answer.status(), body, answer::header));
                    case HttpCallResult.Invalid(String why) ->
                        outcome(new CallOutcome.NotSent("the address of the platform is invalid", false));
                    case HttpCallResult.Forbidden(String why) -> outcome(new CallOutcome.NotSent(why, false));
                    case HttpCallResult.Unreachable(String why) -> outcome(new CallOutcome.NotSent(why, true));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new CallOutcome.Unclear(failure.getClass().getSimpleName()));
    }

    /**
     * Shows the loading animation for a minute, or until the next message
     * (https://developers.line.biz/en/reference/messaging-api/#display-a-loading-indicator). Never fails: an error is an outcome.
     *
     * @param userId of a person; LINE refuses groups and rooms
     * @param maySend as above
     */
    public Uni<QueryOutcome> showLoading(LineApp app, String userId, BooleanSupplier maySend) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("chatId", userId).put("loadingSeconds", LOADING_SECONDS);
        return query(post(app, LOADING, body, headers(app)), maySend);
    }

    /** Asks for the account of the bot (https://developers.line.biz/en/reference/messaging-api/#get-bot-info). Never fails. */
    public Uni<QueryOutcome> info(LineApp app) {
        return query(HttpRequest.get(app.apiUrl() + INFO, headers(app), timeout), () -> true);
    }

    /**
     * Asks for the webhook of the channel (https://developers.line.biz/en/reference/messaging-api/#get-webhook-endpoint-information). Never
     * fails; refused with 404 if there is none.
     */
    public Uni<QueryOutcome> webhook(LineApp app) {
        return query(HttpRequest.get(app.apiUrl() + WEBHOOK, headers(app), timeout), () -> true);
    }

    private Uni<QueryOutcome> query(HttpRequest request, BooleanSupplier maySend) {
        return outbound.call(request, maySend)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(body -> LineAnswer.readQuery(answer.status(), body, answer::header));
                    case HttpCallResult.Invalid(String why) ->
                        queried(new QueryOutcome.Forbidden("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) -> queried(new QueryOutcome.Forbidden(why));
                    case HttpCallResult.Unreachable(String why) -> queried(new QueryOutcome.NoAnswer(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new QueryOutcome.NoAnswer(failure.getClass().getSimpleName()));
    }

    private HttpRequest post(LineApp app, String path, ObjectNode body, Map<String, String> headers) {
        return new HttpRequest(app.apiUrl() + path, headers, new HttpBody.Bytes(ProtocolCodec.encode(body)), timeout);
    }

    private static Map<String, String> headers(LineApp app) {
        Map<String, String> headers = new HashMap<>();
        headers.put("Authorization", "Bearer " + app.token());
        headers.put("Content-Type", "application/json");
        return headers;
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }

    private static Uni<QueryOutcome> queried(QueryOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
