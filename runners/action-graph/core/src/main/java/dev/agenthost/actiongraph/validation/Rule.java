package dev.agenthost.actiongraph.validation;

/** The rules that a declaration can break. The code is stable: tests, metrics and protocol errors name it. */
public enum Rule {
    JSON_MALFORMED("json.malformed"),
    JSON_TOO_LARGE("json.too_large"),
    JSON_TOO_DEEP("json.too_deep"),
    FIELD_MISSING("field.missing"),
    FIELD_TYPE("field.type"),
    FIELD_VALUE("field.value"),
    FIELD_LIMIT("field.limit"),
    FIELD_MISSPELLED("field.misspelled"),
    /** A member that decides what is executed stands in an object that does not have it. */
    FIELD_MISPLACED("field.misplaced"),
    /** A warning: the member is ignored. */
    FIELD_UNKNOWN("field.unknown"),
    FIELD_CONFLICT("field.conflict"),
    VERSION_UNSUPPORTED("version.unsupported"),
    INTENT_PAYLOAD("intent.payload"),
    ID_DUPLICATE("id.duplicate"),
    DEPENDENCY_UNKNOWN("dependency.unknown"),
    DEPENDENCY_SELF("dependency.self"),
    DEPENDENCY_CYCLE("dependency.cycle"),
    REFERENCE_SYNTAX("reference.syntax"),
    REFERENCE_UNKNOWN("reference.unknown"),
    REFERENCE_AUTHORITY("reference.authority"),
    CONDITION_SYNTAX("condition.syntax"),
    /** Two actions write one resource, and the declaration refuses that. */
    RESOURCE_CONFLICT("resource.conflict"),
    EXECUTOR_TYPE_AUTO("executor.type_auto"),
    EXECUTOR_UNKNOWN("executor.unknown"),
    TOOL_WITHOUT_INPUT("tool.without_input"),
    /** Two carriers of one kind in one output. */
    CARRIER_REPEATED("carrier.repeated"),
    /** A carrier beside direct tool calls. */
    CARRIER_MIXED("carrier.mixed"),
    /** A carrier whose end is missing. */
    CARRIER_INCOMPLETE("carrier.incomplete"),
    /** A declaration outside of a carrier. */
    CARRIER_UNLABELLED("carrier.unlabelled"),
    /** A carrier inside of a list. */
    CARRIER_NESTED("carrier.nested"),
    /** A direct request that is not clear enough to be recovered. */
    CARRIER_AMBIGUOUS("carrier.ambiguous"),
    /** An answer that has elements of the protocol, and no words. */
    ANSWER_PROTOCOL("answer.protocol"),
    /** The output has neither words for the person nor a carrier. */
    ANSWER_EMPTY("answer.empty"),
    /** A warning: the carrier beside a native call is ignored. */
    CARRIER_IGNORED("carrier.ignored"),
    /** A warning: the agent can store no graph. */
    PERSIST_UNAVAILABLE("persist.unavailable"),
    /** A warning: the graph completes at once. */
    GRAPH_EMPTY("graph.empty");

    private final String code;

    Rule(String code) {
        this.code = code;
    }

    /** The stable name, such as {@code dependency.cycle}. */
    public String code() {
        return code;
    }
}
