package dev.agenthost.im.wecom.client;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.wecom.calls.WeComAnswer;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.im.wecom.calls.WeComUpload;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.MultipartBody;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Calls WeCom as an application, once for each call, by the egress client. A message whose token is not accepted is sent once more with a
 * new token: it had no effect.
 */
public final class WeComClient {
    private static final String SEND = "/cgi-bin/message/send";
    private static final String UPLOAD = "/cgi-bin/media/upload";
    private static final String AGENT = "/cgi-bin/agent/get";
    /** Largest answer in bytes. */
    private static final int LARGEST_ANSWER = 256 * 1024;

    private final EgressClient outbound;
    private final WeComTokens tokens;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public WeComClient(EgressClient outbound, WeComTokens tokens, Duration timeout) {
        this.outbound = outbound;
        this.tokens = tokens;
        this.timeout = timeout;
    }

    /**
     * Sends a message without a file (https://developer.work.weixin.qq.com/document/path/90236). Never fails: an error is an outcome.
     *
     * @param maySend checked when there is a connection, before the request is written; false prevents the call
     */
    public Uni<CallOutcome> call(WeComApp app, WeComCall call, BooleanSupplier maySend) {
        HttpBody body =
                new HttpBody.Bytes(ProtocolCodec.encode(call.body().deepCopy().put("agentid", app.agentId())));
        Function<String, Uni<CallOutcome>> send = token -> outbound.call(
                        new HttpRequest(
                                address(app, SEND, token), Map.of("Content-Type", "application/json"), body, timeout),
                        maySend)
                .chain(result -> read(result, call))
                .onFailure()
                .recoverWithItem(
                        failure -> new CallOutcome.Unclear(failure.getClass().getSimpleName()));
        return once(app, QueryOutcome.Unsuccessful::withoutToken, token -> send.apply(token)
                .chain(outcome -> {
                    if (!WeComAnswer.refusesToken(outcome)) {
                        return Uni.createFrom().item(outcome);
                    }
                    tokens.refused(app, token);
                    return once(app, QueryOutcome.Unsuccessful::withoutToken, send);
                }));
    }

    /**
     * Asks about the application with a new token, whether calls still have one or not
     * (https://developer.work.weixin.qq.com/document/path/90227). Never fails: an error is an outcome; the result has no token.
     */
    public Uni<QueryOutcome> agent(WeComApp app) {
        return tokens.anew(app).chain(token -> switch (token) {
            case WeComToken.Missing(QueryOutcome.Unsuccessful why) ->
                Uni.createFrom().item(why);
            case WeComToken.Valid(String value) ->
                WeComQuery.make(
                        outbound,
                        HttpRequest.get(address(app, AGENT, value) + "&agentid=" + app.agentId(), timeout),
                        LARGEST_ANSWER,
                        timeout,
                        WeComAnswer::readQuery);
        });
    }

    /**
     * Uploads a file, once; the result has its {@code media_id}, which is valid for three days
     * (https://developer.work.weixin.qq.com/document/path/90253). Never fails. An upload shows nothing, so one without an answer has no
     * effect.
     *
     * @param content bytes of the file, read while they are sent
     * @param limit for the whole upload
     */
    public Uni<QueryOutcome> upload(WeComApp app, WeComUpload file, HttpBody.Pieces content, Duration limit) {
        MultipartBody body = MultipartBody.of(
                Map.of(), "media", file.fileName(), file.artifact().mimeType(), "agenthost-" + UUID.randomUUID());
        return once(app, why -> why, token -> WeComQuery.make(
                        outbound,
                        new HttpRequest(
                                address(app, UPLOAD, token) + "&type="
                                        + file.type().wire(),
                                Map.of("Content-Type", body.contentType()),
                                body.around(content),
                                limit),
                        LARGEST_ANSWER,
                        timeout,
                        WeComAnswer::readUpload)
                .invoke(outcome -> {
                    if (WeComAnswer.refusesToken(outcome)) {
                        tokens.refused(app, token);
                    }
                }));
    }

    private static String address(WeComApp app, String path, String token) {
        return app.apiUrl() + path + "?access_token=" + WeComTokens.encoded(token);
    }

    private <T> Uni<T> once(
            WeComApp app, Function<QueryOutcome.Unsuccessful, T> withoutToken, Function<String, Uni<T>> call) {
        return tokens.of(app).chain(token -> switch (token) {
            case WeComToken.Missing(QueryOutcome.Unsuccessful why) ->
                Uni.createFrom().item(withoutToken.apply(why));
            case WeComToken.Valid(String value) -> call.apply(value);
        });
    }

    private Uni<CallOutcome> read(HttpCallResult result, WeComCall call) {
        return switch (result) {
            case HttpCallResult.Answered(HttpResponse answer) ->
                answer.body(LARGEST_ANSWER, timeout).map(body -> WeComAnswer.read(answer.status(), body, call));
            case HttpCallResult.Invalid(String why) ->
                outcome(new CallOutcome.NotSent("the address of the platform is invalid", false));
            case HttpCallResult.Forbidden(String why) -> outcome(new CallOutcome.NotSent(why, false));
            case HttpCallResult.Unreachable(String why) -> outcome(new CallOutcome.NotSent(why, true));
        };
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
