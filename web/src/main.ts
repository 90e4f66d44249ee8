import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { watchFirstPress } from "./audio.ts";
import { watchNews } from "./news.svelte.ts";
import "./table.css";
import { watchRoute } from "./router.svelte.ts";
import { watchSettings } from "./settings.svelte.ts";

watchSettings();
watchNews();
watchFirstPress();
watchRoute();
mount(App, { target: document.getElementById("app") ?? document.body });
