package dev.agenthost.delivery.surface;

/**
 * What a surface can do with the results of a run.
 *
 * @param pushes whether anything is sent to it; whoever waits on another surface reads the live stream
 * @param encloses whether what a run makes and asks for goes with its messages
 */
public record SurfaceAbilities(boolean pushes, boolean encloses) {

    /** Nothing is sent. */
    public static final SurfaceAbilities READ_ONLY = new SurfaceAbilities(false, false);

    /** Whole messages, one after another. */
    public static final SurfaceAbilities WHOLE_MESSAGES = new SurfaceAbilities(true, false);

    /** Whole messages, with what was made and asked for. */
    public static final SurfaceAbilities ENCLOSING = new SurfaceAbilities(true, true);
}
