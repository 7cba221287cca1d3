package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.id.RunId;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** A position in a list of runs, in the order of their admission. As a cursor it grants no access: it only marks the next position. */
public record RunCursor(Instant admittedAt, RunId runId) {
    private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");

    public static RunCursor of(RunView run) {
        return new RunCursor(run.admittedAt(), run.runId());
    }

    /** Returns the position as text, opaque to clients. */
    public String cursor() {
        byte[] text = (admittedAt + "/" + runId).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }

    /** Returns true for a year that the database supports. */
    public static boolean isOfOurTime(Instant time) {
        return !time.isBefore(Instant.EPOCH) && time.isBefore(YEAR_10000);
    }

    /** @return empty for a text that {@link #cursor()} never returns */
    public static Optional<RunCursor> read(String cursor) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            int slash = text.indexOf('/');
            return slash < 0
                    ? Optional.empty()
                    : Optional.of(new RunCursor(
                                    Instant.parse(text.substring(0, slash)), RunId.parse(text.substring(slash + 1))))
                            .filter(place -> isOfOurTime(place.admittedAt()));
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
