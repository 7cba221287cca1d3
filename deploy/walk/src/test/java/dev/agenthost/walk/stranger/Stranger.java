package dev.agenthost.walk.stranger;

/**
 * All that somebody of another workspace has of his own, each of it good for what it is.
 *
 * @param workspace his
 * @param streamToken of a run of his
 * @param runToken with which a run of his uploads
 * @param linkToken that opens an artifact of his
 */
record Stranger(String workspace, String streamToken, String runToken, String linkToken) {
    static final Stranger NOBODY = new Stranger("nowhere", "s", "r", "l");
}
