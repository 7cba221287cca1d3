package dev.agenthost.delivery.surface;

/**
 * The abilities of a surface.
 *
 * @param pushes true if parts are sent to it; on other surfaces a reader uses the live stream
 * @param acceptsAttachments true if messages carry the artifacts and requested actions of the run
 */
public record SurfaceAbilities(boolean pushes, boolean acceptsAttachments) {

    /** No parts are sent. */
    public static final SurfaceAbilities READ_ONLY = new SurfaceAbilities(false, false);

    /** Whole messages, one after another. */
    public static final SurfaceAbilities WHOLE_MESSAGES = new SurfaceAbilities(true, false);

    /** Whole messages, with artifacts and requested actions. */
    public static final SurfaceAbilities WITH_ATTACHMENTS = new SurfaceAbilities(true, true);
}
