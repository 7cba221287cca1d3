package dev.agenthost.protocol.error;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Every failure: its code on every wire (spec 000 §9 and this host's own), its HTTP status, whether a retry can
 * succeed, and a sentence for a person. A person sees this sentence only.
 */
public enum FailureCode {
    // Host API and REST (spec 000 §9).
    UNAUTHORIZED("unauthorized", 401, false, "You are not allowed to do this."),
    NOT_FOUND("not_found", 404, false, "This does not exist, or is not yours to see."),
    DEADLINE_EXCEEDED("deadline_exceeded", 504, true, "This took too long, so I stopped. Please try again."),
    PAYLOAD_TOO_LARGE("payload_too_large", 413, false, "This is too large for me."),
    RATE_LIMITED("rate_limited", 429, true, "This is a little too fast for me. Please try again in a moment."),
    INVALID_ARGUMENT("invalid_argument", 400, false, "I did not understand the request."),
    RUNTIME_ERROR("runtime_error", 500, true, "Something went wrong on our side. Please try again."),

    // Failures that end a run.
    RUNNER_UNAVAILABLE(
            "runner.unavailable", 503, true, "The assistant is not available right now. Please try again later."),
    RUNNER_NOT_AUTHORIZED("runner.not_authorized", 403, false, "The assistant is not allowed to answer here."),
    RUNNER_CONFIG_INVALID(
            "runner.config_invalid", 500, false, "The assistant is not set up completely, so it cannot answer."),
    RUNNER_LOST("runner.lost", 502, true, "The assistant was interrupted before it could finish. Please try again."),
    RUNNER_NO_TERMINAL("runner.no_terminal", 502, true, "The assistant stopped without an answer. Please try again."),
    RUNNER_NO_OUTPUT("runner.no_output", 502, true, "The assistant gave no answer."),
    RUNNER_ERROR("runner.error", 502, false, "The assistant could not answer this."),
    RUNNER_EXCEPTION("runner.exception", 502, false, "The assistant ran into a problem and could not answer."),
    RUNNER_TIMEOUT("runner.timeout", 504, true, "The assistant took too long, so I stopped it. Please try again."),
    RUNNER_PROTOCOL_ERROR(
            "runner.protocol_error", 502, false, "The assistant gave an answer that I could not understand."),
    HOST_LOST("host.lost", 503, true, "I was interrupted before the answer was finished. Please try again."),
    HOST_OVERLOADED("host.overloaded", 503, true, "Too much is going on right now. Please try again in a moment."),
    CANCELLED("cancelled", 409, false, "This was cancelled."),
    RUN_UNDECODABLE("run.undecodable", 500, false, "I could not read this message."),
    CONTEXT_UNAVAILABLE("context.unavailable", 503, true, "I could not read the earlier messages. Please try again."),

    // Codes of this host beside those of the specification.
    FORBIDDEN("forbidden", 403, false, "Your key does not allow this."),
    CONFLICT("conflict", 409, false, "Someone else changed this in the meantime."),
    PRECONDITION_FAILED("precondition_failed", 412, false, "This changed since you last read it."),
    GONE("gone", 410, false, "This is no longer stored."),
    DIGEST_MISMATCH("digest_mismatch", 400, false, "This did not arrive as it was sent."),
    BUDGET_EXHAUSTED("budget_exhausted", 429, false, "This took more than it was allowed to."),
    UNSUPPORTED_MEDIA_TYPE("unsupported_media_type", 415, false, "I cannot read this kind of content.");

    private static final Map<String, FailureCode> BY_WIRE =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(FailureCode::wire, Function.identity()));

    private final String wire;
    private final int httpStatus;
    private final boolean retryable;
    private final String sentence;

    FailureCode(String wire, int httpStatus, boolean retryable, String sentence) {
        this.wire = wire;
        this.httpStatus = httpStatus;
        this.retryable = retryable;
        this.sentence = sentence;
    }

    /** The code on the wire. */
    public String wire() {
        return wire;
    }

    public int httpStatus() {
        return httpStatus;
    }

    /** Returns true if the same request can succeed later. */
    public boolean retryable() {
        return retryable;
    }

    /** Returns the short, friendly sentence for a person; it reveals no internals. */
    public String sentence() {
        return sentence;
    }

    /** Returns the failure of that wire name; empty for a runner's own code. */
    public static Optional<FailureCode> ofWire(String wire) {
        return Optional.ofNullable(BY_WIRE.get(wire));
    }
}
