package dev.agenthost.platform.observability;

import java.util.function.Supplier;

/** Records steps if they are enabled: otherwise a step costs one check of a flag, and is not created. */
public interface StepRecorder {
    /** Records a completed step. */
    void done(Supplier<Step> step);
}
