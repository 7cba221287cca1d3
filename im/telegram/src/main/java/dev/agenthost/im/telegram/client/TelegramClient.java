package dev.agenthost.im.telegram.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.telegram.calls.BotApiAnswer;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.calls.UpdatesAnswer;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.MultipartBody;
import dev.agenthost.platform.egress.http.ResponseTooLargeException;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Calls the Bot API, once for each call, by the egress client. The token is part of the address
 * (<a href="https://core.telegram.org/bots/api#making-requests">making requests</a>), so addresses are never printed.
 */
public final class TelegramClient {
    /** The server of Telegram; an operator may run one of his own. */
    public static final String SERVER = "https://api.telegram.org";

    /** Largest answer in bytes (1 MiB); that of most calls is a message. */
    private static final int LARGEST_ANSWER = 1024 * 1024;

    /** Largest batch of updates in bytes (8 MiB). */
    private static final int LARGEST_BATCH = 8 * 1024 * 1024;

    private final EgressClient outbound;
    private final String server;
    private final Duration timeout;

    /**
     * @param server address without a path
     * @param timeout for the head of an answer, and between two chunks of its body
     */
    public TelegramClient(EgressClient outbound, String server, Duration timeout) {
        this.outbound = outbound;
        this.server = server;
        this.timeout = timeout;
    }

    /**
     * Makes a call without a file. Never fails: an error is an outcome.
     *
     * @param token of the bot
     * @param maySend checked when there is a connection, before the request is written; false prevents the call
     */
    public Uni<CallOutcome> call(String token, BotApiCall call, BooleanSupplier maySend) {
        HttpBody body = new HttpBody.Bytes(ProtocolCodec.encode(call.parameters()));
        return send(request(token, call.method(), "application/json", body, timeout), maySend);
    }

    /**
     * Makes a call that uploads a file (<a href="https://core.telegram.org/bots/api#sending-files">sending files</a>). Never fails. An
     * upload whose file cannot be read, or is not sent whole in time, has no effect.
     *
     * @param content bytes of the file, read while they are sent
     * @param limit for the whole upload
     */
    public Uni<CallOutcome> upload(
            String token,
            BotApiCall call,
            BotApiCall.FileUpload file,
            HttpBody.Pieces content,
            Duration limit,
            BooleanSupplier maySend) {
        Map<String, String> parameters = new LinkedHashMap<>();
        call.parameters()
                .properties()
                .forEach(parameter -> parameters.put(parameter.getKey(), text(parameter.getValue())));
        MultipartBody body = MultipartBody.of(
                parameters,
                file.parameter(),
                file.artifact().name(),
                file.artifact().mimeType(),
                "agenthost-" + UUID.randomUUID());
        return send(request(token, call.method(), body.contentType(), body.around(content), limit), maySend);
    }

    /**
     * Fetches updates (<a href="https://core.telegram.org/bots/api#getupdates">getUpdates</a>). Never fails.
     *
     * @param parameters among them {@code offset}, which confirms all earlier updates
     * @param longPoll time for which Telegram waits for an update
     * @param maySend checked when there is a connection, before the request is written; false prevents the call
     */
    public Uni<UpdatesAnswer> updates(String token, ObjectNode parameters, Duration longPoll, BooleanSupplier maySend) {
        HttpRequest request = new HttpRequest(
                address(token, "getUpdates"),
                Map.of("Content-Type", "application/json"),
                ProtocolCodec.encode(parameters.deepCopy().put("timeout", longPoll.toSeconds())),
                longPoll.plus(timeout));
        return outbound.call(request, maySend)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_BATCH, timeout)
                                .map(body -> BotApiAnswer.readUpdates(answer.status(), body));
                    case HttpCallResult.Invalid(String why) -> failed("the address of the server is invalid");
                    case HttpCallResult.Forbidden(String why) -> failed(why);
                    case HttpCallResult.Unreachable(String why) -> failed(why);
                })
                .onFailure(ResponseTooLargeException.class)
                .recoverWithItem(new UpdatesAnswer.TooLarge())
                // The text of a failure may repeat the address.
                .onFailure()
                .recoverWithItem(
                        failure -> new UpdatesAnswer.Failed(failure.getClass().getSimpleName()));
    }

    /**
     * Calls a method that has no parameters and only reads, for instance {@code getMe}. Never fails: an error is an outcome.
     *
     * @param token of the bot
     */
    public Uni<QueryOutcome> query(String token, String method) {
        HttpBody body = new HttpBody.Bytes(ProtocolCodec.encode(JsonNodeFactory.instance.objectNode()));
        HttpRequest request = request(token, method, "application/json", body, timeout);
        return outbound.call(request, () -> true)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(bytes -> BotApiAnswer.readResult(answer.status(), bytes));
                    case HttpCallResult.Invalid(String why) ->
                        queried(new QueryOutcome.Forbidden("the address of the server is invalid"));
                    case HttpCallResult.Forbidden(String why) -> queried(new QueryOutcome.Forbidden(why));
                    case HttpCallResult.Unreachable(String why) -> queried(new QueryOutcome.NoAnswer(why));
                })
                // The text of a failure may repeat the address.
                .onFailure()
                .recoverWithItem(
                        failure -> new QueryOutcome.NoAnswer(failure.getClass().getSimpleName()));
    }

    /**
     * Downloads a file of a message. Never fails.
     *
     * @param most largest file in bytes
     */
    public Uni<FileAnswer> file(String token, String fileId, int most) {
        HttpRequest call = new HttpRequest(
                address(token, "getFile"),
                Map.of("Content-Type", "application/json"),
                ProtocolCodec.encode(JsonNodeFactory.instance.objectNode().put("file_id", fileId)),
                timeout);
        return new BotFileDownload(outbound, timeout).download(call, server + "/file/bot" + token, most);
    }

    /** A value that is no text is JSON. */
    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }

    private static Uni<QueryOutcome> queried(QueryOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }

    private static Uni<UpdatesAnswer> failed(String why) {
        return Uni.createFrom().item(new UpdatesAnswer.Failed(why));
    }

    private String address(String token, String method) {
        return server + "/bot" + token + "/" + method;
    }

    private HttpRequest request(String token, String method, String contentType, HttpBody body, Duration limit) {
        return new HttpRequest(address(token, method), Map.of("Content-Type", contentType), body, limit);
    }

    private Uni<CallOutcome> send(HttpRequest request, BooleanSupplier maySend) {
        return outbound.call(request, maySend)
                .chain(this::read)
                // The text of a failure may repeat the address.
                .onFailure()
                .recoverWithItem(
                        failure -> new CallOutcome.Unclear(failure.getClass().getSimpleName()));
    }

    private Uni<CallOutcome> read(HttpCallResult result) {
        return switch (result) {
            case HttpCallResult.Answered(HttpResponse answer) ->
                answer.body(LARGEST_ANSWER, timeout).map(body -> BotApiAnswer.read(answer.status(), body));
            case HttpCallResult.Invalid(String why) ->
                outcome(new CallOutcome.NotSent("the address of the server is invalid", false));
            case HttpCallResult.Forbidden(String why) -> outcome(new CallOutcome.NotSent(why, false));
            case HttpCallResult.Unreachable(String why) -> outcome(new CallOutcome.NotSent(why, true));
        };
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
