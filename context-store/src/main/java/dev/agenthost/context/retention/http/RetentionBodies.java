package dev.agenthost.context.retention.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.retention.Kept;
import dev.agenthost.context.retention.Retention;
import dev.agenthost.context.retention.RetentionDays;
import dev.agenthost.context.retention.RetentionRules;
import dev.agenthost.door.problem.Problem;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Retention as people write and see it, and what they are told where it is none. */
final class RetentionBodies {
    private static final String CONVERSATIONS = "conversations_days";
    private static final String AUDIT = "audit_days";
    private static final String ARTIFACTS = "artifacts_days";
    private static final String STATE = "state_days";
    private static final String RAW = "raw_days";
    private static final Set<String> FIELDS = Set.of(CONVERSATIONS, AUDIT, ARTIFACTS, STATE, RAW);
    private static final Pattern TAG = Pattern.compile("\"(\\d{1,9})\"");

    private RetentionBodies() {}

    /** What is left out is the operator's; what nobody understands is refused. */
    static RetentionDays read(byte[] body, RetentionRules rules) {
        JsonNode given = object(body);
        for (Iterator<String> names = given.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!FIELDS.contains(name)) {
                throw invalid(name, "is no field here");
            }
        }
        return new RetentionDays(
                days(given, CONVERSATIONS, rules.conversations()),
                days(given, AUDIT, rules.audit()),
                days(given, ARTIFACTS, rules.artifacts()),
                days(given, STATE, rules.state()),
                days(given, RAW, rules.raw()));
    }

    static byte[] of(Retention retention, RetentionRules rules) {
        ObjectNode body = put(JsonNodeFactory.instance.objectNode(), retention.own());
        body.set("in_effect", put(JsonNodeFactory.instance.objectNode(), rules.inEffect(retention.own())));
        body.set("most", put(JsonNodeFactory.instance.objectNode(), rules.most()));
        return ProtocolCodec.encode(body);
    }

    static String tag(Retention retention) {
        return "\"" + retention.version() + "\"";
    }

    /** @return empty for {@code *} */
    static Optional<Integer> expected(@Nullable String ifMatch) {
        if (ifMatch == null) {
            throw new ProblemException(
                    Problem.withStatus(
                            428,
                            FailureCode.PRECONDITION_FAILED,
                            "Send If-Match with the ETag of what you read, or with * to replace whatever is there.",
                            null),
                    null);
        }
        if (ifMatch.strip().equals("*")) {
            return Optional.empty();
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        if (!tag.matches()) {
            throw stale("The If-Match is no ETag of ours.");
        }
        return Optional.of(Integer.parseInt(tag.group(1)));
    }

    static ProblemException stale(String detail) {
        return new ProblemException(FailureCode.PRECONDITION_FAILED, detail);
    }

    private static ObjectNode put(ObjectNode into, RetentionDays days) {
        return into.put(CONVERSATIONS, days.conversations())
                .put(AUDIT, days.audit())
                .put(ARTIFACTS, days.artifacts())
                .put(STATE, days.state())
                .put(RAW, days.raw());
    }

    private static @Nullable Integer days(JsonNode given, String field, Kept kept) {
        JsonNode value = given.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isInt() || value.intValue() < 1) {
            throw invalid(field, "must be a whole number of days, 1 or more");
        }
        if (!kept.admits(value.intValue())) {
            throw invalid(field, "is more than the operator's maximum of " + kept.most());
        }
        return value.intValue();
    }

    private static JsonNode object(byte[] body) {
        try {
            JsonNode given = ProtocolCodec.readTree(body);
            if (given.isObject()) {
                return given;
            }
        } catch (UndecodableException e) {
            // Answered below, like every other body that is none.
        }
        throw new ProblemException(FailureCode.INVALID_ARGUMENT, "The body is no JSON object.");
    }

    private static ProblemException invalid(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + why + ".", field);
    }
}
