package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.delivery.stream.FrameWriter;
import dev.agenthost.delivery.stream.StreamCursor;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.http.KeyProblems;
import dev.agenthost.platform.rest.http.SourceAddress;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.platform.security.ApiKey;
import dev.agenthost.platform.security.ApiKeyRegistry;
import dev.agenthost.platform.security.AuthenticationResult;
import dev.agenthost.platform.security.KeyRefusalAggregator;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.security.StreamToken;
import dev.agenthost.protocol.security.StreamTokenCodec;
import dev.agenthost.protocol.security.StreamTokenVerification;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a caller may open a stream. A token, if present, decides: it opens its own run for every holder,
 * except together with an API key of another workspace.
 */
@ApplicationScoped
class StreamAuthorization {

    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final StreamTokenCodec tokens;
    private final ApiKeyRegistry keys;
    private final KeyRefusalAggregator refused;
    private final Clock clock;

    StreamAuthorization(StreamTokenCodec tokens, ApiKeyRegistry keys, KeyRefusalAggregator refused, Clock clock) {
        this.tokens = tokens;
        this.keys = keys;
        this.refused = refused;
        this.clock = clock;
    }

    /** The decision. */
    sealed interface Entry {
        record Open(StreamRequest address) implements Entry {}

        /** @param recorded completes when the refusal may be sent */
        record Refused(Problem problem, Uni<Void> recorded) implements Entry {
            Refused(Problem problem) {
                this(problem, Uni.createFrom().voidItem());
            }
        }
    }

    Entry admit(HttpServerRequest request, String runIdText) {
        String token = request.getParam("token");
        if (token != null) {
            return switch (tokens.verify(token, clock.instant())) {
                case StreamTokenVerification.Expired() -> unauthorized("This address has expired.");
                case StreamTokenVerification.Forged() -> invalidToken();
                case StreamTokenVerification.Valid(StreamToken valid) ->
                    opens(valid, request, runIdText)
                            ? open(request, valid.workspaceId(), runIdText, valid, null, false)
                            : invalidToken();
            };
        }
        return switch (keys.admit(request.getHeader(HttpHeaders.AUTHORIZATION))) {
            case AuthenticationResult.NoKey() ->
                unauthorized("A token in the address or an API key is required: Authorization: Bearer <key>.");
            case AuthenticationResult.WrongKey() ->
                new Entry.Refused(
                        KeyProblems.WRONG_KEY, refused.unknown(SourceAddress.of(request), requestLine(request)));
            case AuthenticationResult.StillReading() -> new Entry.Refused(KeyProblems.STILL_READING);
            case AuthenticationResult.Admitted(ApiKey key) -> {
                if (key.may(AccessRight.READ)) {
                    yield open(request, key.workspace(), runIdText, null, key.keyId(), key.may(AccessRight.INSPECT));
                }
                yield new Entry.Refused(
                        KeyProblems.forbidden(key),
                        refused.forbidden(key, SourceAddress.of(request), requestLine(request)));
            }
        };
    }

    private static String requestLine(HttpServerRequest request) {
        return request.method() + " " + request.path();
    }

    /** Returns true if the token opens the run. A refusal equals that of a forged token, so it does not reveal a valid one. */
    private boolean opens(StreamToken token, HttpServerRequest request, String runIdText) {
        return token.runId().equals(runId(runIdText))
                && !(keys.admit(request.getHeader(HttpHeaders.AUTHORIZATION))
                                instanceof AuthenticationResult.Admitted(ApiKey key)
                        && !key.workspace().equals(token.workspaceId()));
    }

    private static Entry invalidToken() {
        return unauthorized("The token is invalid for this run.");
    }

    private static Entry open(
            HttpServerRequest request,
            String workspace,
            String runIdText,
            @Nullable StreamToken token,
            @Nullable String keyId,
            boolean seesInternals) {
        RunId run = runId(runIdText);
        if (run == null) {
            return new Entry.Refused(notFound());
        }
        String last = lastEventId(request);
        if (last == null) {
            return open(workspace, run, token, StreamCursor.beginning(), keyId, seesInternals);
        }
        if (last.equals(FrameWriter.CONFLICT)) {
            return new Entry.Refused(Problem.of(FailureCode.CONFLICT, FrameWriter.CONFLICT_TEXT, null));
        }
        try {
            return open(
                    workspace, run, token, StreamCursor.resumedAfter(StreamPosition.parse(last)), keyId, seesInternals);
        } catch (IllegalArgumentException e) {
            return new Entry.Refused(Problem.of(
                    FailureCode.INVALID_ARGUMENT,
                    "Last-Event-ID must be an id of this stream: attempt-sequence.",
                    "last_event_id"));
        }
    }

    private static Entry open(
            String workspace,
            RunId run,
            @Nullable StreamToken token,
            StreamCursor cursor,
            @Nullable String keyId,
            boolean seesInternals) {
        Integer partition = token == null ? null : token.partition();
        String fingerprint = token == null ? null : token.fingerprint();
        return new Entry.Open(
                new StreamRequest(new RunKey(workspace, run), partition, cursor, keyId, seesInternals, fingerprint));
    }

    /** Returns true if the key is not revoked. */
    boolean stillOpens(String keyId) {
        return !keys.isRevoked(keyId);
    }

    /** Returns the answer for an unknown run, and for a run of another workspace. */
    static Problem notFound() {
        return Problem.of(FailureCode.NOT_FOUND, "The run does not exist or is not visible to this key.", null);
    }

    private static Entry unauthorized(String detail) {
        return new Entry.Refused(Problem.of(FailureCode.UNAUTHORIZED, detail, null));
    }

    private static @Nullable String lastEventId(HttpServerRequest request) {
        String header = request.getHeader(LAST_EVENT_ID);
        String value = header == null || header.isBlank() ? request.getParam("last_event_id") : header;
        return value == null || value.isBlank() ? null : value.strip();
    }

    private static @Nullable RunId runId(String text) {
        try {
            return RunId.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
