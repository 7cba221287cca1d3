package dev.agenthost.im.slack.form;

/**
 * Ids of blocks and values of options, which name fields and choices of a question. Their characters that Slack escapes in texts
 * (https://docs.slack.dev/messaging/formatting-message-text#escaping) are percent-encoded: that it escapes none of them here is not
 * documented.
 */
final class ViewId {
    private ViewId() {}

    static String encode(String name) {
        return name.replace("%", "%25").replace("&", "%26").replace("<", "%3C").replace(">", "%3E");
    }

    static String decode(String id) {
        return id.replace("%3E", ">").replace("%3C", "<").replace("%26", "&").replace("%25", "%");
    }
}
