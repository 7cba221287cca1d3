package dev.agenthost.walk.tenant;

/**
 * All that somebody of another workspace has of his own, each of it good for what it is.
 *
 * @param workspace his
 * @param streamToken of a run of his
 * @param runToken with which a run of his uploads
 * @param linkToken that opens an artifact of his
 */
record OtherTenant(String workspace, String streamToken, String runToken, String linkToken) {
    static final OtherTenant NOBODY = new OtherTenant("nowhere", "s", "r", "l");
}
