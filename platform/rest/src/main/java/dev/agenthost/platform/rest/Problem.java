package dev.agenthost.platform.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.FailureCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal for people and programs: RFC 9457 with two more members.
 *
 * @param type always {@code about:blank}: the code identifies the problem
 * @param title the plain name of the status
 * @param status the HTTP status
 * @param detail the fault and its remedy; never internal text, never text of a user
 * @param code a wire code of {@link FailureCode}
 * @param field path of the invalid member, for instance {@code actor.actor_id}; absent without a single one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        String code,
        @Nullable String field) {

    /** Media type of a problem body. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(406, "Not Acceptable"),
            Map.entry(408, "Request Timeout"),
            Map.entry(409, "Conflict"),
            Map.entry(410, "Gone"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(413, "Content Too Large"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(416, "Range Not Satisfiable"),
            Map.entry(428, "Precondition Required"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"));

    /** Returns a problem with the code's own status. */
    public static Problem of(FailureCode code, String detail, @Nullable String field) {
        return withStatus(code.httpStatus(), code, detail, field);
    }

    /** Returns a problem without a field. */
    public static Problem of(FailureCode code, String detail) {
        return of(code, detail, null);
    }

    /** Returns a problem whose status is more exact than its code, for instance 405 {@code invalid_argument}. */
    public static Problem withStatus(int status, FailureCode code, String detail, @Nullable String field) {
        return new Problem(
                "about:blank", TITLES.getOrDefault(status, "Status " + status), status, detail, code.wire(), field);
    }
}
