package dev.agenthost.actiongraph.executor;

import java.util.List;

/** The outcome of the choice of an executor. It goes on record. */
public sealed interface ExecutorChoice {
    /**
     * An executor.
     *
     * @param executor the executor
     * @param origin the origin of the choice
     * @param explanation the reason for this executor, in one sentence
     * @param rejections the other candidates, and the named one of an override, each with its reason
     */
    record Chosen(
            RegisteredExecutor executor, ChoiceOrigin origin, String explanation, List<ExecutorRejection> rejections)
            implements ExecutorChoice {
        public Chosen {
            rejections = List.copyOf(rejections);
        }
    }

    /**
     * No executor: the action cannot run.
     *
     * @param explanation the request that nothing meets, in one sentence
     * @param rejections each candidate with its reason
     */
    record NoneAvailable(String explanation, List<ExecutorRejection> rejections) implements ExecutorChoice {
        public NoneAvailable {
            rejections = List.copyOf(rejections);
        }
    }
}
