package dev.agenthost.delivery.surface;

/**
 * What a surface can do with the results of a run.
 *
 * @param pushes whether anything is sent to it; whoever waits on another surface reads the live stream
 */
public record SurfaceAbilities(boolean pushes) {

    /** Nothing is sent. */
    public static final SurfaceAbilities READ_ONLY = new SurfaceAbilities(false);

    /** Whole messages, one after another. */
    public static final SurfaceAbilities WHOLE_MESSAGES = new SurfaceAbilities(true);
}
