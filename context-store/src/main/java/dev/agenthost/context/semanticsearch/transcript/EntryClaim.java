package dev.agenthost.context.semanticsearch.transcript;

import java.util.UUID;

/**
 * A conversation whose entries get vectors here, and nowhere else while the claim holds.
 *
 * @param conversation its number
 * @param last its newest entry
 * @param top entries up to this one were looked at,
 * @param bottom but for those up to this one
 */
public record EntryClaim(UUID claimId, long conversation, long last, long top, long bottom) {}
