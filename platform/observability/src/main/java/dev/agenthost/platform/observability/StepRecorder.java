package dev.agenthost.platform.observability;

import java.util.function.Supplier;

/** Keeps the steps, where anybody wants them: off, a step costs one look at a flag, and is not even made. */
public interface StepRecorder {
    /** A step is done. */
    void done(Supplier<Step> step);
}
