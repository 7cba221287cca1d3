package dev.agenthost.delivery.surface;

/**
 * What a surface can do with the results of a run.
 *
 * @param pushes whether anything is sent to it; whoever waits on another surface reads the live stream
 * @param encloses whether messages carry the artifacts and requested actions of the run
 */
public record SurfaceAbilities(boolean pushes, boolean encloses) {

    /** Nothing is sent. */
    public static final SurfaceAbilities READ_ONLY = new SurfaceAbilities(false, false);

    /** Whole messages, one after another. */
    public static final SurfaceAbilities WHOLE_MESSAGES = new SurfaceAbilities(true, false);

    /** Whole messages, with artifacts and requested actions. */
    public static final SurfaceAbilities ENCLOSING = new SurfaceAbilities(true, true);
}
