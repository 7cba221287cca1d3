package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.error.FailureCode;

/** The workspace has reached its number of knowledge bases. */
public record TooManyKnowledgeBases() implements WriteRefusal {
    /** Most knowledge bases of one workspace. */
    public static final int MOST = 1_000;

    @Override
    public FailureCode code() {
        return FailureCode.CONFLICT;
    }

    @Override
    public String detail() {
        return "A workspace has at most " + MOST + " knowledge bases.";
    }
}
