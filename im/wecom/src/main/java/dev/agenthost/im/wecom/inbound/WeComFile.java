package dev.agenthost.im.wecom.inbound;

import org.jspecify.annotations.Nullable;

/**
 * A file of a message, which the platform keeps for three days (https://developer.work.weixin.qq.com/document/path/90254).
 *
 * @param kind {@code image}, {@code audio}, {@code video} or {@code file}
 * @param mediaId by which the platform gives it out
 * @param name null if the message has none
 */
public record WeComFile(
        String kind, String mediaId, @Nullable String name) {}
