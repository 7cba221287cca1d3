package dev.agenthost.im.dingtalk.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkAnswer;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkUpload;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.MultipartBody;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Calls DingTalk as an app, once for each call, by the egress client. A call whose token is not accepted is made once more with a new
 * token: it had no effect.
 */
public final class DingTalkClient {
    /** Largest answer in bytes. */
    private static final int LARGEST_ANSWER = 256 * 1024;

    private static final String JSON = "application/json";

    private final EgressClient outbound;
    private final DingTalkTokens tokens;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public DingTalkClient(EgressClient outbound, DingTalkTokens tokens, Duration timeout) {
        this.outbound = outbound;
        this.tokens = tokens;
        this.timeout = timeout;
    }

    /**
     * Makes a call without a file. Never fails: an error is an outcome.
     *
     * @param maySend checked when there is a connection, before the request is written; false prevents the call
     */
    public Uni<CallOutcome> call(DingTalkApp app, DingTalkCall call, BooleanSupplier maySend) {
        HttpBody body = new HttpBody.Bytes(ProtocolCodec.encode(call.body()));
        return repeatedOnce(
                app, DingTalkAnswer::refusesToken, QueryOutcome.Unsuccessful::withoutToken, token -> outbound.call(
                                new HttpRequest(
                                        call.kind().method(),
                                        app.apiUrl() + call.kind().path(),
                                        Map.of("Content-Type", JSON, DingTalkTokens.HEADER, token),
                                        body,
                                        timeout),
                                maySend)
                        .chain(result -> read(result, call))
                        .onFailure()
                        .recoverWithItem(failure ->
                                new CallOutcome.Unclear(failure.getClass().getSimpleName())));
    }

    /** Asks for a new token of the app, whether calls still have one or not. Never fails: an error is an outcome; the result has no token. */
    public Uni<QueryOutcome> checkToken(DingTalkApp app) {
        return tokens.anew(app).map(token -> switch (token) {
            case DingTalkToken.Missing(QueryOutcome.Unsuccessful why) -> why;
            case DingTalkToken.Valid valid -> new QueryOutcome.Answered(JsonNodeFactory.instance.objectNode());
        });
    }

    /**
     * Uploads a file, once; the result has its {@code media_id} (https://open.dingtalk.com/document/development/upload-media-files). Never
     * fails. An upload shows nothing, so one without an answer has no effect. Assumed: the server accepts the token of the API.
     *
     * @param content bytes of the file, read while they are sent
     * @param limit for the whole upload
     */
    public Uni<QueryOutcome> upload(DingTalkApp app, DingTalkUpload file, HttpBody.Pieces content, Duration limit) {
        MultipartBody body = MultipartBody.of(
                Map.of("type", file.type().upload()),
                "media",
                file.artifact().name(),
                file.artifact().mimeType(),
                "agenthost-" + UUID.randomUUID());
        return once(app, why -> why, token -> send(new HttpRequest(
                        "POST",
                        app.uploadUrl() + "/media/upload?type=" + file.type().upload() + "&access_token="
                                + URLEncoder.encode(token, StandardCharsets.UTF_8),
                        Map.of("Content-Type", body.contentType()),
                        body.around(content),
                        limit))
                .invoke(outcome -> {
                    if (DingTalkAnswer.refusesToken(outcome)) {
                        tokens.refused(app, token);
                    }
                }));
    }

    private <T> Uni<T> repeatedOnce(
            DingTalkApp app,
            Predicate<T> refusesToken,
            Function<QueryOutcome.Unsuccessful, T> withoutToken,
            Function<String, Uni<T>> call) {
        return once(app, withoutToken, token -> call.apply(token).chain(outcome -> {
            if (!refusesToken.test(outcome)) {
                return Uni.createFrom().item(outcome);
            }
            tokens.refused(app, token);
            return once(app, withoutToken, call);
        }));
    }

    private <T> Uni<T> once(
            DingTalkApp app, Function<QueryOutcome.Unsuccessful, T> withoutToken, Function<String, Uni<T>> call) {
        return tokens.of(app).chain(token -> switch (token) {
            case DingTalkToken.Missing(QueryOutcome.Unsuccessful why) ->
                Uni.createFrom().item(withoutToken.apply(why));
            case DingTalkToken.Valid(String value) -> call.apply(value);
        });
    }

    private Uni<QueryOutcome> send(HttpRequest request) {
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(body -> DingTalkAnswer.readUpload(answer.status(), body));
                    case HttpCallResult.Invalid(String why) ->
                        queried(new QueryOutcome.Forbidden("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) -> queried(new QueryOutcome.Forbidden(why));
                    case HttpCallResult.Unreachable(String why) -> queried(new QueryOutcome.NoAnswer(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new QueryOutcome.NoAnswer(failure.getClass().getSimpleName()));
    }

    private Uni<CallOutcome> read(HttpCallResult result, DingTalkCall call) {
        return switch (result) {
            case HttpCallResult.Answered(HttpResponse answer) ->
                answer.body(LARGEST_ANSWER, timeout).map(body -> DingTalkAnswer.read(answer.status(), body, call));
            case HttpCallResult.Invalid(String why) ->
                outcome(new CallOutcome.NotSent("the address of the platform is invalid", false));
            case HttpCallResult.Forbidden(String why) -> outcome(new CallOutcome.NotSent(why, false));
            case HttpCallResult.Unreachable(String why) -> outcome(new CallOutcome.NotSent(why, true));
        };
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }

    private static Uni<QueryOutcome> queried(QueryOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
