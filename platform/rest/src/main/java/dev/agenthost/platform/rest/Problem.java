package dev.agenthost.platform.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.FailureCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal as people and programs get it: RFC 9457 with two members of ours.
 *
 * @param type always {@code about:blank}: the code says it all
 * @param title the plain name of the status
 * @param status the HTTP status
 * @param detail what is wrong and what to do about it; never internal text, never what a person wrote
 * @param code a wire code of {@link FailureCode}
 * @param field path of the member that is wrong, for instance {@code actor.actor_id}; absent where no single one is
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

    /** A problem with the code's own status. */
    public static Problem of(FailureCode code, String detail, @Nullable String field) {
        return withStatus(code.httpStatus(), code, detail, field);
    }

    /** A problem with no field to name. */
    public static Problem of(FailureCode code, String detail) {
        return of(code, detail, null);
    }

    /** A problem whose status is more exact than its code, for instance 405 {@code invalid_argument}. */
    public static Problem withStatus(int status, FailureCode code, String detail, @Nullable String field) {
        return new Problem(
                "about:blank", TITLES.getOrDefault(status, "Status " + status), status, detail, code.wire(), field);
    }
}
