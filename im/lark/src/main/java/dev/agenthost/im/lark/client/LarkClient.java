package dev.agenthost.im.lark.client;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.lark.calls.LarkAnswer;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.calls.LarkUpload;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.MultipartBody;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Calls the Open Platform as an app, once for each call, by the egress client. A call whose token is not accepted is made once more with a
 * new token: it had no effect.
 */
public final class LarkClient {
    /** Largest answer in bytes (1 MiB); that of a message repeats its card. */
    private static final int LARGEST_ANSWER = 1024 * 1024;

    private static final String JSON = "application/json; charset=utf-8";
    private static final int UNAUTHORIZED = 401;

    private final EgressClient outbound;
    private final TenantTokens tokens;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public LarkClient(EgressClient outbound, TenantTokens tokens, Duration timeout) {
        this.outbound = outbound;
        this.tokens = tokens;
        this.timeout = timeout;
    }

    /**
     * Makes a call without a file. Never fails: an error is an outcome.
     *
     * @param maySend checked when there is a connection, before the request is written; false prevents the call
     */
    public Uni<CallOutcome> call(LarkApp app, LarkCall call, BooleanSupplier maySend) {
        if (call.isReactionRemoval()) {
            return new ReactionRemoval(this, app, call, maySend).make();
        }
        HttpBody body = new HttpBody.Bytes(ProtocolCodec.encode(call.body()));
        return repeatedOnce(app, LarkAnswer::refusesToken, LarkClient::withoutToken, token -> outbound.call(
                        request(app, call.method(), call.path(), JSON, body, timeout, token), maySend)
                .chain(this::read)
                .onFailure()
                .recoverWithItem(
                        failure -> new CallOutcome.Unclear(failure.getClass().getSimpleName())));
    }

    /** Makes a call that only reads, for instance {@code /open-apis/bot/v3/info}. Never fails: an error is an outcome. */
    public Uni<QueryOutcome> query(LarkApp app, String path) {
        return repeatedOnce(
                app,
                LarkAnswer::refusesToken,
                why -> why,
                token -> send(request(app, "GET", path, JSON, new HttpBody.Bytes(new byte[0]), timeout, token)));
    }

    /**
     * Uploads a file, once; the result has its key. Never fails. An upload shows nothing, so one without an answer has no effect.
     *
     * @param content bytes of the file, read while they are sent
     * @param limit for the whole upload
     */
    public Uni<QueryOutcome> upload(LarkApp app, LarkUpload file, HttpBody.Pieces content, Duration limit) {
        Map<String, String> parameters = new LinkedHashMap<>();
        file.parameters()
                .properties()
                .forEach(parameter ->
                        parameters.put(parameter.getKey(), parameter.getValue().asText()));
        MultipartBody body = MultipartBody.of(
                parameters,
                file.parameter(),
                file.artifact().name(),
                file.artifact().mimeType(),
                "agenthost-" + UUID.randomUUID());
        return once(app, why -> why, token -> send(request(
                        app, "POST", file.path(), body.contentType(), body.around(content), limit, token))
                .invoke(outcome -> {
                    if (LarkAnswer.refusesToken(outcome)) {
                        tokens.refused(app, token);
                    }
                }));
    }

    private <T> Uni<T> repeatedOnce(
            LarkApp app,
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
            LarkApp app, Function<QueryOutcome.Unsuccessful, T> withoutToken, Function<String, Uni<T>> call) {
        return tokens.of(app).chain(token -> switch (token) {
            case TenantToken.Missing(QueryOutcome.Unsuccessful why) ->
                Uni.createFrom().item(withoutToken.apply(why));
            case TenantToken.Valid(String value) -> call.apply(value);
        });
    }

    private static HttpRequest request(
            LarkApp app, String method, String path, String type, HttpBody body, Duration limit, String token) {
        return new HttpRequest(
                method,
                app.apiUrl() + path,
                Map.of("Content-Type", type, "Authorization", "Bearer " + token),
                body,
                limit);
    }

    private Uni<QueryOutcome> send(HttpRequest request) {
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout).map(body -> LarkAnswer.readResult(answer.status(), body));
                    case HttpCallResult.Invalid(String why) ->
                        queried(new QueryOutcome.Forbidden("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) -> queried(new QueryOutcome.Forbidden(why));
                    case HttpCallResult.Unreachable(String why) -> queried(new QueryOutcome.NoAnswer(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new QueryOutcome.NoAnswer(failure.getClass().getSimpleName()));
    }

    private Uni<CallOutcome> read(HttpCallResult result) {
        return switch (result) {
            case HttpCallResult.Answered(HttpResponse answer) ->
                answer.body(LARGEST_ANSWER, timeout)
                        .map(body -> LarkAnswer.read(answer.status(), body, answer.header(LarkAnswer.RESET_HEADER)));
            case HttpCallResult.Invalid(String why) ->
                outcome(new CallOutcome.NotSent("the address of the platform is invalid", false));
            case HttpCallResult.Forbidden(String why) -> outcome(new CallOutcome.NotSent(why, false));
            case HttpCallResult.Unreachable(String why) -> outcome(new CallOutcome.NotSent(why, true));
        };
    }

    /** Without a token no call is made. */
    private static CallOutcome withoutToken(QueryOutcome.Unsuccessful why) {
        return switch (why) {
            case QueryOutcome.Refused(int code, String description) ->
                new CallOutcome.Refused(UNAUTHORIZED, "no token: " + code + " " + description);
            case QueryOutcome.Failed(int code, String description) ->
                new CallOutcome.NotSent("no token: " + code + " " + description, true);
            case QueryOutcome.NoAnswer(String detail) -> new CallOutcome.NotSent("no token: " + detail, true);
            case QueryOutcome.Forbidden(String detail) -> new CallOutcome.NotSent(detail, false);
        };
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }

    private static Uni<QueryOutcome> queried(QueryOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
