/// JSON, streamed both ways: a writer, and a strict reader with bounds. Depends on the profile model's exception only.
package dev.plumb.profile.json;
