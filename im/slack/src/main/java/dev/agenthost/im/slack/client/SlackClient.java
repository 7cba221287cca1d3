package dev.agenthost.im.slack.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.slack.calls.SlackAnswer;
import dev.agenthost.im.slack.connection.SlackConnectionAnswer;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Calls the Web API as an app, once for each call, by the egress client. */
public final class SlackClient {
    /** Largest answer in bytes (4 MiB): 200 messages of a channel. */
    private static final int LARGEST_ANSWER = 4 * 1024 * 1024;

    private static final String JSON = "application/json; charset=utf-8";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final int SUCCESS = 200;

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public SlackClient(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Makes a call. Never fails: an error is an outcome.
     *
     * @param maySend checked when there is a connection, before the request is written; false prevents the call
     */
    public Uni<CallOutcome> call(SlackApp app, String method, ObjectNode body, BooleanSupplier maySend) {
        return outbound.call(request(app, method, JSON, ProtocolCodec.encode(body)), maySend)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(read -> SlackAnswer.read(
                                        answer.status(), read, answer.header(SlackAnswer.RETRY_AFTER)));
                    case HttpCallResult.Invalid(String why) ->
                        outcome(new CallOutcome.NotSent("the address of the platform is invalid", false));
                    case HttpCallResult.Forbidden(String why) -> outcome(new CallOutcome.NotSent(why, false));
                    case HttpCallResult.Unreachable(String why) -> outcome(new CallOutcome.NotSent(why, true));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new CallOutcome.Unclear(failure.getClass().getSimpleName()));
    }

    /** Makes a call that shows nothing, with its parameters as a form, which every method accepts. Never fails: an error is an outcome. */
    public Uni<QueryOutcome> query(SlackApp app, String method, Map<String, String> parameters) {
        String form = parameters.entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
        return send(request(app, method, FORM, form.getBytes(StandardCharsets.UTF_8)), SlackAnswer::readResult);
    }

    /**
     * Sends the bytes of a file to the address that Slack gave for it (https://docs.slack.dev/messaging/working-with-files). The token is
     * not sent. Never fails. An upload shows nothing, so one without an answer has no effect.
     *
     * @param content bytes of the file, read while they are sent
     * @param limit for the whole upload
     */
    public Uni<QueryOutcome> upload(String url, HttpBody.Pieces content, Duration limit) {
        return send(
                new HttpRequest(url, Map.of("Content-Type", "application/octet-stream"), content, limit),
                (status, body) -> status == SUCCESS
                        ? new QueryOutcome.Answered(
                                JsonNodeFactory.instance.objectNode().put("ok", true))
                        : status < 500
                                ? new QueryOutcome.Refused(status, "the upload was refused")
                                : new QueryOutcome.Failed(status, "the upload failed"));
    }

    /**
     * Asks for the address of a connection of Socket Mode. Never fails: an error is an outcome.
     *
     * @param app with an app-level token in the place of the bot's
     */
    public Uni<AddressAnswer> connection(SlackApp app) {
        return outbound.call(request(app, SlackConnectionAnswer.METHOD, FORM, new byte[0]))
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(read -> SlackConnectionAnswer.read(
                                        answer.status(), read, answer.header(SlackAnswer.RETRY_AFTER)));
                    case HttpCallResult.Invalid(String why) ->
                        addressed(new AddressAnswer.Refused("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) ->
                        addressed(new AddressAnswer.Refused(why + ": agenthost.egress.allow"));
                    case HttpCallResult.Unreachable(String why) -> addressed(new AddressAnswer.Failed(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new AddressAnswer.Failed(failure.getClass().getSimpleName()));
    }

    private HttpRequest request(SlackApp app, String method, String type, byte[] body) {
        return new HttpRequest(
                app.apiUrl() + "/" + method,
                Map.of("Content-Type", type, "Authorization", "Bearer " + app.token()),
                body,
                timeout);
    }

    private Uni<QueryOutcome> send(HttpRequest request, Reader reader) {
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout).map(body -> reader.read(answer.status(), body));
                    case HttpCallResult.Invalid(String why) ->
                        queried(new QueryOutcome.Forbidden("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) -> queried(new QueryOutcome.Forbidden(why));
                    case HttpCallResult.Unreachable(String why) -> queried(new QueryOutcome.NoAnswer(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new QueryOutcome.NoAnswer(failure.getClass().getSimpleName()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }

    private static Uni<AddressAnswer> addressed(AddressAnswer answer) {
        return Uni.createFrom().item(answer);
    }

    private static Uni<QueryOutcome> queried(QueryOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }

    /** Reads an answer. */
    @FunctionalInterface
    private interface Reader {
        QueryOutcome read(int status, byte[] body);
    }
}
