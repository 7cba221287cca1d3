package dev.agenthost.delivery.bot;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.security.SecretRedactor;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The state of a bot as its platform reports it.
 *
 * @param status the worst of the problems; {@code OK} without any
 * @param reported facts of the platform, for instance the account; possibly none
 */
public record BotHealth(BotStatus status, List<BotProblem> problems, ObjectNode reported, Instant checkedAt) {
    public BotHealth {
        problems = List.copyOf(problems);
    }

    static BotHealth of(List<BotProblem> problems, ObjectNode reported, Instant now) {
        BotStatus worst = problems.stream()
                .map(problem -> problem.code().status())
                .max(Comparator.naturalOrder())
                .orElse(BotStatus.OK);
        return new BotHealth(worst, problems, reported, now);
    }

    /** Returns the health of a bot without problems, whose platform reports nothing. */
    public static BotHealth ok(Instant now) {
        return of(List.of(), JsonNodeFactory.instance.objectNode(), now);
    }

    /** Returns the health of a bot whose platform reports nothing. */
    public static BotHealth of(BotProblem problem, Instant now) {
        return of(List.of(problem), JsonNodeFactory.instance.objectNode(), now);
    }

    /** Returns the health with one more problem. */
    BotHealth with(BotProblem problem) {
        return of(Stream.concat(problems.stream(), Stream.of(problem)).toList(), reported, checkedAt);
    }

    /** Returns the health without secrets that the platform's words repeat. */
    public BotHealth without(SecretRedactor secrets) {
        return new BotHealth(
                status,
                problems.stream()
                        .map(problem -> new BotProblem(problem.code(), secrets.without(problem.detail())))
                        .toList(),
                (ObjectNode) secrets.without(reported),
                checkedAt);
    }
}
