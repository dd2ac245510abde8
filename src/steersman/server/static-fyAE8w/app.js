import { openPage } from "./widget.js";

openPage();
