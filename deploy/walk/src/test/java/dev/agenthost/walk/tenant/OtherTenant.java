package dev.agenthost.walk.tenant;

/**
 * The valid ids and tokens of another workspace.
 *
 * @param workspace its name
 * @param streamToken of one of its runs
 * @param runToken with which one of its runs uploads
 * @param linkToken of a link to one of its artifacts
 */
record OtherTenant(String workspace, String streamToken, String runToken, String linkToken) {
    static final OtherTenant NOBODY = new OtherTenant("nowhere", "s", "r", "l");
}
