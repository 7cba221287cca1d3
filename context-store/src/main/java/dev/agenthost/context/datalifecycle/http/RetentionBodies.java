package dev.agenthost.context.datalifecycle.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.datalifecycle.Retention;
import dev.agenthost.context.datalifecycle.RetentionDays;
import dev.agenthost.context.datalifecycle.RetentionLimit;
import dev.agenthost.context.datalifecycle.RetentionRules;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import org.jspecify.annotations.Nullable;

/** Reads and writes the JSON of retention; each breach is an error that names the field. */
final class RetentionBodies {
    private static final String CONVERSATIONS = "conversations_days";
    private static final String AUDIT = "audit_days";
    private static final String ARTIFACTS = "artifacts_days";
    private static final String STATE = "state_days";
    private static final String RAW = "raw_days";

    private RetentionBodies() {}

    record Written(
            @Nullable Integer conversationsDays,
            @Nullable Integer auditDays,
            @Nullable Integer artifactsDays,
            @Nullable Integer stateDays,
            @Nullable Integer rawDays) {}

    /** Reads a retention; an absent class has the operator's, unknown fields are refused. */
    static RetentionDays read(byte[] body, RetentionRules rules) {
        Written written = RequestBodyReader.read(body, Written.class);
        return new RetentionDays(
                days(written.conversationsDays(), CONVERSATIONS, rules.conversations()),
                days(written.auditDays(), AUDIT, rules.audit()),
                days(written.artifactsDays(), ARTIFACTS, rules.artifacts()),
                days(written.stateDays(), STATE, rules.state()),
                days(written.rawDays(), RAW, rules.raw()));
    }

    static ObjectNode of(Retention retention, RetentionRules rules) {
        ObjectNode body = put(JsonNodeFactory.instance.objectNode(), retention.own());
        body.set("in_effect", put(JsonNodeFactory.instance.objectNode(), rules.inEffect(retention.own())));
        body.set("most", put(JsonNodeFactory.instance.objectNode(), rules.maxDays()));
        return body;
    }

    private static ObjectNode put(ObjectNode into, RetentionDays days) {
        return into.put(CONVERSATIONS, days.conversations())
                .put(AUDIT, days.audit())
                .put(ARTIFACTS, days.artifacts())
                .put(STATE, days.state())
                .put(RAW, days.raw());
    }

    private static @Nullable Integer days(@Nullable Integer days, String field, RetentionLimit limit) {
        if (days != null && days < 1) {
            throw RequestBodyReader.invalid(field, "must be a whole number of days, 1 or more");
        }
        if (!limit.admits(days)) {
            throw RequestBodyReader.invalid(field, "is more than the operator's maximum of " + limit.maxDays());
        }
        return days;
    }
}
